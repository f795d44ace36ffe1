"use client";

import { useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from "react";
import { ComposerMenu } from "./composer-menu.tsx";
import { completeAt, insertName, type Suggestion } from "./suggestions.ts";

type Props = {
  input: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  onSend: () => void;
  names: readonly Suggestion[];
  commands: readonly Suggestion[];
  onCommand: (name: string) => void;
  onFiles: (files: File[]) => void;
};

/**
 * The text of a message: Enter sends, Shift+Enter breaks the line, Enter that ends a syllable does neither; `@` and `/`
 * open a menu, and pasted files are attached.
 */
export function MessageInput(props: Props) {
  const { input, label, placeholder, text, onChange, onSend, names, commands, onCommand, onFiles } = props;
  const t = useTranslations("session.composer");
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [dismissed, dismiss] = useState<string | null>(null);
  const [chosen, choose] = useState(0);
  const found = completeAt({ text, caret }, { names, commands });
  const menu = dismissed === text ? null : found;
  const active = menu ? Math.min(chosen, menu.options.length - 1) : 0;

  function take(suggestion: Suggestion) {
    if (!menu) return;
    if (suggestion.kind === "command") {
      onChange("");
      return onCommand(suggestion.value);
    }
    const next = insertName(text, menu, suggestion.value);
    onChange(next.text);
    setCaret(next.caret);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  }

  function onKeyDown(event: KeyboardEvent) {
    // Safari ends the composition before it tells of the key, whose number then says what it was.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const option = menu?.options[active];
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (menu && move) choose((active + move + menu.options.length) % menu.options.length);
    else if (option && (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey))) take(option);
    else if (menu && event.key === "Escape") dismiss(text);
    else if (event.key === "Enter" && !event.shiftKey) onSend();
    else return;
    event.preventDefault();
  }

  function onPaste(event: ClipboardEvent) {
    const files = Array.from(event.clipboardData.files);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <>
      {menu ? <ComposerMenu id={id} label={t("menu")} options={menu.options} active={active} onChoose={take} /> : null}
      <textarea
        ref={input}
        aria-label={label}
        aria-autocomplete="list"
        {...(menu ? { "aria-controls": id, "aria-activedescendant": `${id}-${active}` } : {})}
        rows={1}
        value={text}
        placeholder={placeholder}
        onChange={({ target }) => {
          onChange(target.value);
          setCaret(target.selectionStart);
          choose(0);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="field-sizing-content block max-h-[40dvh] min-h-9 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-14 outline-none max-md:text-16"
      />
    </>
  );
}
