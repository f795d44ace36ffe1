"use client";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { Input } from "#components/ui/input.tsx";
import { pathProblem } from "./file-path.ts";

/** The path of a new or renamed file: Enter takes it, Escape leaves all as it was. */
export function FilePathInput({ initial, others, onName, onCancel }: FilePathInputProps) {
  const t = useTranslations("tools.code");
  const id = useId();
  const [path, setPath] = useState(initial);
  const problem = pathProblem(path, others);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onCancel();
    if (event.key === "Enter" && problem === null) onName(path);
  };
  const told = problem === "empty" ? null : problem;
  return (
    <div className="pb-2">
      <Input
        autoFocus
        value={path}
        onChange={(event) => setPath(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => (problem === null ? onName(path) : onCancel())}
        aria-label={t("path")}
        aria-invalid={told ? true : undefined}
        aria-describedby={id}
        placeholder="lib/calc.py"
        spellCheck={false}
        className="h-6 font-mono text-12"
      />
      <p
        id={id}
        role={told ? "alert" : undefined}
        className={told ? "pt-1 text-12 text-danger-text" : "pt-1 text-12 text-ink-3"}
      >
        {told ? t(`pathProblems.${told}`) : t("pathHint")}
      </p>
    </div>
  );
}

type FilePathInputProps = {
  initial: string;
  others: readonly string[];
  onName: (path: string) => void;
  onCancel: () => void;
};
