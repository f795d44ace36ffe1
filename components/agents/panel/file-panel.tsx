"use client";
import { Files } from "lucide-react";
import { useTranslations } from "next-intl";
import { AgentProvider, useFileEditing } from "../editing.tsx";
import { FilterField } from "./filter-field.tsx";
import { Notes } from "./notes.tsx";
import { PanelHead } from "./panel-head.tsx";

/** What holds for all agents of the file. */
export function FilePanel() {
  const t = useTranslations("agents.filePanel");
  const { file, edit } = useFileEditing();
  return (
    <AgentProvider at={0}>
      <PanelHead
        icon={<Files aria-hidden className="size-4 stroke-[1.5] text-ink-2" />}
        title={t("title")}
        about={t("about", { count: file.agents.length + 1 })}
      />
      <Notes place={{ kind: "file" }} />
      <div className="flex flex-col gap-4 p-4">
        <FilterField
          path="handoffFilter"
          label={t("handoffFilter")}
          unset={t("noFilter")}
          value={file.handoffFilter}
          onChange={(handoffFilter) => edit({ ...file, handoffFilter }, "handoffFilter")}
        />
        <p className="text-12 text-ink-3">{t("limits")}</p>
      </div>
    </AgentProvider>
  );
}
