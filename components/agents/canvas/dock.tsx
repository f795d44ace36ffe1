"use client";
import { Panel, useReactFlow, useStore } from "@xyflow/react";
import { Expand, ImageDown, Minus, Network, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { useFileEditing } from "../editing.tsx";
import { useGraphActs } from "../graph/use-graph-acts.ts";
import { type ImageType, saveImage } from "./save-image.ts";
import { ToolPalette } from "./tool-palette.tsx";
import type { useCanvas } from "./use-canvas.ts";

/** What is added to the canvas, and how it is seen. */
export function Dock({ canvas }: { canvas: ReturnType<typeof useCanvas> }) {
  const t = useTranslations("agents.graph");
  const format = useFormatter();
  const { readOnly } = useFileEditing();
  const { addAgent } = useGraphActs();
  const { fitView, zoomIn, zoomOut } = useReactFlow();
  const zoom = useStore(({ transform }) => transform[2]);
  const fit = () => void fitView({ maxZoom: 1, padding: 0.15 });
  return (
    <Panel
      position="bottom-left"
      className="flex flex-wrap items-center gap-0.5 rounded-md border border-line-strong bg-raised p-0.5 shadow-2"
    >
      {readOnly ? null : (
        <>
          <Button size="sm" variant="ghost" onClick={addAgent}>
            <Plus aria-hidden />
            {t("addAgent")}
          </Button>
          <ToolPalette />
          <span aria-hidden className="mx-1 h-4 w-px bg-line" />
        </>
      )}
      <Button
        size="sm"
        variant="ghost"
        title={t("tidyHint")}
        onClick={() => {
          canvas.tidy();
          // The nodes are where they belong only when they were drawn again.
          requestAnimationFrame(fit);
        }}
      >
        <Network aria-hidden />
        {t("tidy")}
      </Button>
      <Button size="sm" variant="ghost" shape="square" aria-label={t("zoomOut")} onClick={() => void zoomOut()}>
        <Minus aria-hidden />
      </Button>
      <span className="w-10 text-center text-12 text-ink-2 tabular-nums">
        {format.number(zoom, { style: "percent" })}
      </span>
      <Button size="sm" variant="ghost" shape="square" aria-label={t("zoomIn")} onClick={() => void zoomIn()}>
        <Plus aria-hidden />
      </Button>
      <Button size="sm" variant="ghost" shape="square" aria-label={t("fit")} title={t("fit")} onClick={fit}>
        <Expand aria-hidden />
      </Button>
      <SaveImage canvas={canvas} />
    </Panel>
  );
}

function SaveImage({ canvas }: { canvas: ReturnType<typeof useCanvas> }) {
  const t = useTranslations("agents.graph");
  const say = useToast();
  const { file } = useFileEditing();
  const root = useStore(({ domNode }) => domNode);
  const save = (type: ImageType) => {
    if (!root) return;
    saveImage(root, { nodes: canvas.drawn, name: file.name, type }).catch((error: unknown) =>
      say({ tone: "bad", title: t("notSaved"), description: String(error) }),
    );
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button size="sm" variant="ghost" shape="square" aria-label={t("saveImage")} title={t("saveImage")}>
          <ImageDown aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => save("png")}>PNG</MenuItem>
        <MenuItem onSelect={() => save("svg")}>SVG</MenuItem>
      </MenuContent>
    </Menu>
  );
}
