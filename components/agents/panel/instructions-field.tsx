"use client";
import { SquarePen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { useEditing } from "../editing.tsx";
import { InstructionsEditor } from "./instructions-editor.tsx";

/** What the model is told first; the editor has more room, the variables, and a preview. */
export function InstructionsField() {
  const t = useTranslations("agents.form");
  const { id, form, readOnly, change, problemAt } = useEditing();
  const [open, setOpen] = useState(false);
  return (
    <div className="relative">
      <Button size="sm" variant="ghost" className="absolute -top-0.5 right-0" onClick={() => setOpen(true)}>
        <SquarePen aria-hidden />
        {t("openEditor")}
      </Button>
      <Field
        label={t("instructions")}
        hint={t("instructionsHint")}
        htmlFor={`${id}-instructions`}
        error={problemAt("instructions")}
      >
        <Textarea
          rows={8}
          value={form.instructions}
          readOnly={readOnly}
          placeholder={t("instructionsPlaceholder")}
          className="max-h-96 min-h-44 px-3 py-2 text-14 leading-5.5"
          onChange={(event) => change({ instructions: event.target.value })}
        />
      </Field>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title={t("editorTitle", { name: form.name })}
          description={t("editorHint")}
          className="top-[5vh] max-h-[90vh] w-[min(1120px,calc(100vw-32px))]"
        >
          <InstructionsEditor />
        </DialogContent>
      </Dialog>
    </div>
  );
}
