"use client";
import { useEffect } from "react";
import { CodeEditor } from "./code-editor.tsx";
import { editorSchema } from "./editor-schema.ts";
import { attachSchema } from "./monaco.ts";
import { useMonaco } from "./use-editor.ts";

/** JSON with completion and errors from its schema; as high as its text, or as what is around it. */
export function JsonEditor({ path, schema, height = "content", ...rest }: JsonEditorProps) {
  const monaco = useMonaco();
  const file = `${path}.json`;
  useEffect(
    () => (monaco ? attachSchema(monaco, { path: file, schema: editorSchema(schema) }) : undefined),
    [monaco, file, schema],
  );
  return (
    <CodeEditor
      {...rest}
      path={file}
      language="json"
      height={height}
      className={height === "fill" ? "border-0" : "rounded-sm border border-line-input focus-within:border-accent"}
    />
  );
}

type JsonEditorProps = {
  path: string;
  label: string;
  schema: unknown;
  value: string;
  onChange: (value: string) => void;
  readOnly?: boolean;
  height?: "fill" | "content";
  describedBy?: string | undefined;
};
