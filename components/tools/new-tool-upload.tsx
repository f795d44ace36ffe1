"use client";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CreationStatus } from "./creation-status.tsx";
import { describePicked, type Picked } from "./picked-files.ts";
import { PickedList } from "./picked-list.tsx";
import { nameProblem, ToolNameField } from "./tool-name-field.tsx";
import { UploadZone } from "./upload-zone.tsx";
import { useCreation } from "./use-creation.ts";

/** A tool that exists already: its folder or its zip, chosen or dropped. */
export function NewToolUpload({ taken, onCreated }: { taken: string[]; onCreated: (name: string) => void }) {
  const t = useTranslations("tools.new");
  const [picked, setPicked] = useState<Picked | "nothing" | null>(null);
  const [name, setName] = useState("");
  const { state, send, cancel } = useCreation(onCreated);
  const chosen = picked === "nothing" ? null : picked;
  const problem = uploadProblem(chosen, { name, taken });
  const onPick = (next: Picked | null) => {
    setPicked(next ?? "nothing");
    setName(next?.name ?? "");
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen && problem === null) void send({ name: named(chosen) ? name : "", picked: chosen });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 border-line p-4 max-lg:border-t lg:border-l">
      <header>
        <h2 className="text-14 font-semibold">{t("upload.title")}</h2>
        <p className="text-ink-2">{t("upload.description")}</p>
      </header>
      <UploadZone onPick={onPick} />
      {picked === "nothing" ? (
        <p role="alert" className="text-danger-text">
          {t("upload.nothing")}
        </p>
      ) : null}
      {chosen ? (
        <>
          <PickedList picked={chosen} />
          {named(chosen) ? (
            <ToolNameField value={name} problem={nameProblem(name, taken)} onChange={setName} />
          ) : (
            <p className="text-ink-2">{t("upload.several", { count: describePicked(chosen).entries.length })}</p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="primary" type="submit" disabled={problem !== null || state.at === "sending"}>
              {t("create")}
            </Button>
            {problem === null ? null : <span className="text-12 text-ink-3">{t(`blocked.${problem}`)}</span>}
          </div>
        </>
      ) : null}
      <CreationStatus state={state} onCancel={cancel} />
    </form>
  );
}

/** Several tools in one folder go by their own folders' names; what a zip holds is only known on the server. */
function named(picked: Picked): boolean {
  return picked.kind === "zip" || describePicked(picked).entries.length < 2;
}

function uploadProblem(picked: Picked | null, { name, taken }: { name: string; taken: string[] }) {
  if (picked?.kind === "folder" && describePicked(picked).entries.length === 0) return "noEntry";
  return picked && named(picked) ? nameProblem(name, taken) : null;
}
