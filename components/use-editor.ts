"use client";
import type { editor } from "monaco-editor";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { loadMonaco, type MonacoApi, modelUri } from "./monaco.ts";

export type EditorProps = {
  /** Unique on the page: a file of a tool carries the tool's id. */
  path: string;
  language: string;
  label: string;
  value: string;
  onChange?: (value: string, path: string) => void;
  readOnly?: boolean;
  describedBy?: string | undefined;
  /** As high as what is around it, or as its text up to a limit. */
  height?: "fill" | "content";
  /** Whether a long line goes on below, as prose does. */
  wrap?: "on" | "off";
  className?: string;
};

/** The editor's API once it is loaded. */
export function useMonaco(): MonacoApi | null {
  const [monaco, setMonaco] = useState<MonacoApi | null>(null);
  useEffect(() => {
    let isHere = true;
    void loadMonaco()?.then((loaded) => isHere && setMonaco(() => loaded));
    return () => {
      isHere = false;
    };
  }, []);
  return monaco;
}

/** Keeps an editor in `holder` that shows the file of `props`. */
export function useEditor(monaco: MonacoApi | null, holder: RefObject<HTMLElement | null>, props: EditorProps) {
  const { label, readOnly = false, height = "fill", wrap = "off" } = props;
  const [instance, setInstance] = useState<editor.IStandaloneCodeEditor | null>(null);
  useEffect(() => {
    if (!monaco || !holder.current) return;
    const created = monaco.editor.create(holder.current, { ...OPTIONS, model: null, ariaLabel: label });
    setInstance(created);
    return () => {
      created.dispose();
      setInstance(null);
    };
  }, [monaco, holder, label]);
  useEffect(() => instance?.updateOptions({ readOnly, domReadOnly: readOnly }), [instance, readOnly]);
  useEffect(() => instance?.updateOptions({ wordWrap: wrap }), [instance, wrap]);
  useEffect(
    () => (instance && height === "content" ? fitToText(instance, holder) : undefined),
    [instance, height, holder],
  );
  useFile(monaco, instance, props);
}

/** One model a path. `underway` are texts already reported: when they come back as `value`, they are not new. */
function useFile(monaco: MonacoApi | null, instance: editor.IStandaloneCodeEditor | null, props: EditorProps) {
  const { path, language, value } = props;
  const files = useRef(new Map<string, { model: editor.ITextModel; view: editor.ICodeEditorViewState | null }>());
  const underway = useRef(new Set<string>());
  const report = useEffectEvent((text: string, from: string) => props.onChange?.(text, from));
  const current = useEffectEvent(() => value);
  useEffect(() => {
    if (!monaco || !instance) return;
    const known = files.current.get(path);
    const file = known ?? { model: monaco.editor.createModel(current(), language, modelUri(monaco, path)), view: null };
    file.model.updateOptions({ bracketColorizationOptions: PLAIN_BRACKETS });
    files.current.set(path, file);
    underway.current.clear();
    replaceText(file.model, current());
    instance.setModel(file.model);
    instance.restoreViewState(file.view);
    const listening = file.model.onDidChangeContent((event) => {
      if (event.isFlush) return;
      underway.current.add(file.model.getValue());
      report(file.model.getValue(), path);
    });
    return () => {
      listening.dispose();
      file.view = instance.saveViewState();
    };
  }, [monaco, instance, path, language]);
  useEffect(() => {
    const file = files.current.get(path);
    if (!file || underway.current.delete(value)) return;
    underway.current.clear();
    replaceText(file.model, value);
  }, [path, value]);
  useEffect(() => {
    const opened = files.current;
    return () => {
      for (const { model } of opened.values()) model.dispose();
      opened.clear();
    };
  }, []);
}

/** A flush, which is how the listener tells the page's text from what is typed. */
function replaceText(model: editor.ITextModel, text: string) {
  if (model.getValue() !== text) model.setValue(text);
}

function fitToText(instance: editor.IStandaloneCodeEditor, holder: RefObject<HTMLElement | null>): () => void {
  const resize = () => {
    const tall = Math.min(Math.max(instance.getContentHeight(), LOWEST), HIGHEST);
    if (holder.current) holder.current.style.height = `${tall}px`;
  };
  resize();
  const listening = instance.onDidContentSizeChange(resize);
  return () => listening.dispose();
}

/** The editor's own option reaches only models that it makes itself. */
const PLAIN_BRACKETS = { enabled: false, independentColorPoolPerBracketType: false };

const LOWEST = 120;
const HIGHEST = 480;

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  fontFamily: "var(--mono)",
  fontSize: 12,
  lineHeight: 18,
  lineNumbersMinChars: 3,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: "line",
  overviewRulerLanes: 0,
  tabSize: 2,
  fixedOverflowWidgets: true,
  scrollbar: { alwaysConsumeMouseWheel: false },
};
