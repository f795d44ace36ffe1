"use client";
import "@xyflow/react/dist/base.css";
import "./canvas.css";
import { Background, BackgroundVariant, MiniMap, ReactFlowProvider } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFileEditing } from "../editing.tsx";
import { AgentNode } from "./agent-node.tsx";
import { Dock } from "./dock.tsx";
import { Legend } from "./legend.tsx";
import { LinkEdge } from "./link-edge.tsx";
import { Surface } from "./surface.tsx";
import { ToolNode } from "./tool-node.tsx";
import { useAriaLabels } from "./use-aria-labels.ts";
import { useCanvas } from "./use-canvas.ts";
import { useCanvasKeys } from "./use-canvas-keys.ts";
import { useDrawing } from "./use-drawing.ts";
import { useKeptCentre } from "./use-kept-centre.ts";

/** The graph of the file to see and to draw: nodes move, connect and open in the side panel, by pointer and by keyboard. */
export function Canvas({ onOpen }: { onOpen: () => void }) {
  return (
    <ReactFlowProvider>
      <Flow onOpen={onOpen} />
    </ReactFlowProvider>
  );
}

const NODE_TYPES = { agent: AgentNode, tool: ToolNode };
const EDGE_TYPES = { link: LinkEdge };

/** From so many nodes on a map helps more than it covers. */
const MAP_FROM = 16;

function Flow({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations("agents.graph");
  const id = useId();
  const { file, readOnly, select } = useFileEditing();
  const canvas = useCanvas();
  const { connect, connectEnd, isValid } = useDrawing(canvas);
  const onKeyDown = useCanvasKeys(canvas, onOpen);
  useKeptCentre();
  return (
    <div className="canvas @container min-h-0 flex-1 max-lg:h-[60vh] max-lg:flex-none">
      <Surface
        id={id}
        onKeyDown={onKeyDown}
        aria-label={t("canvasLabel", { agents: file.agents.length + 1, nodes: canvas.drawn.length })}
        drawn={canvas.drawn}
        edges={canvas.edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodeDragStop={(_, __, nodes) => canvas.put(nodes)}
        onNodeClick={(_, { data }) => select(data.node.place)}
        onEdgeClick={(_, { data }) => data && select(data.edge.place)}
        onPaneClick={() => select({ kind: "file" })}
        onConnect={connect}
        onConnectEnd={connectEnd}
        isValidConnection={isValid}
        nodesConnectable={!readOnly}
        elementsSelectable
        selectNodesOnDrag={false}
        deleteKeyCode={null}
        multiSelectionKeyCode={null}
        selectionKeyCode={null}
        minZoom={0.1}
        maxZoom={2}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        nodeDragThreshold={3}
        connectionRadius={30}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={useAriaLabels()}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
        <Dock canvas={canvas} />
        <Legend />
        {canvas.drawn.length >= MAP_FROM ? <MiniMap pannable zoomable position="top-right" /> : null}
      </Surface>
    </div>
  );
}
