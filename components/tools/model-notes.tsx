"use client";
import { useTranslations } from "next-intl";
import type { ModelView } from "#lib/registry/schema.ts";

type Reason = NonNullable<ModelView["reason"]>;
type Note = ModelView["notes"][number];

/** Why a definition is not strict, or what strict means. */
export function StrictReason({ reason }: { reason: ModelView["reason"] }) {
  const t = useTranslations("tools.model");
  return (
    <p className="border-b border-line px-4 py-3 wrap-anywhere text-ink-2">
      {reason === null ? t("whyStrict") : <ReasonText reason={reason} />}
    </p>
  );
}

function ReasonText({ reason }: { reason: Reason }) {
  const t = useTranslations("tools.model");
  if (reason.code === "too_large") {
    const { of, count, most } = reason.excess;
    return t(`excess.${of}`, { count, most });
  }
  const { path, code, params } = reason.remark;
  return (
    <>
      <Place path={path} />
      {t(`reason.${reason.code}`, { remark: t(`remark.${code}`, params), more: reason.more })}
    </>
  );
}

/** What is sent otherwise than the tool has it. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  const t = useTranslations("tools.model");
  return (
    <section className="px-4 py-3">
      <h2 className="pb-1 font-semibold">{t("notes")}</h2>
      {notes.length === 0 ? <p className="text-ink-3">{t("noNotes")}</p> : null}
      <ul className="flex flex-col gap-1 wrap-anywhere text-ink-2">
        {notes.map((note) => (
          <li key={note.message}>
            <NoteText note={note} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoteText({ note }: { note: Note }) {
  const t = useTranslations("tools.model");
  if (!("remark" in note))
    return note.code === "name_changed" ? t("note.name_changed", note.params) : t("note.description_cut", note.params);
  const { path, code, params } = note.remark;
  return (
    <>
      <Place path={path} />
      {t(`note.${note.code}`, { remark: t(`remark.${code}`, params) })}
    </>
  );
}

function Place({ path }: { path: string }) {
  const t = useTranslations("tools.model");
  return <>{path === "" ? t("wholeSchema") : <code className="text-ink">{path}</code>} </>;
}
