"use client";
import { FileUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type DragEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useFileSize } from "#components/ui/file-size.ts";
import { type ControlOf, clearedText } from "./control.ts";
import { bytesIn, type Encoding } from "./encoding.ts";
import { type FileProblem, LARGEST_FILE, mediaTypeOf, readFile } from "./read-file.ts";
import { useControl } from "./use-control.ts";

type Props = ControlOf<"text"> & { encoding: Encoding; shown: "whole" | "shortened"; children: ReactNode };

/** Around a text that stands for the bytes of a file: takes a file, chosen or dropped, and says how large its bytes are. */
export function FileField({ encoding, shown, children, ...props }: Props) {
  const t = useTranslations("form.file");
  const { disabled } = useControl(props);
  const { name, field } = props;
  const input = useRef<HTMLInputElement>(null);
  const { file, take } = useFile(props, encoding);
  const { over, ...drop } = useDrop(disabled ? null : take);
  const asked = mediaTypeOf(field.schema);
  return (
    <fieldset
      aria-label={t("of", { name })}
      {...drop}
      className={cn("flex min-w-0 flex-col gap-1 rounded-sm", over && "outline-2 outline-accent")}
    >
      {children}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          size="sm"
          disabled={disabled}
          aria-label={t("chooseFor", { name })}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden />
          {t("choose")}
        </Button>
        <Holding {...props} encoding={encoding} shown={shown} fileName={file?.is === "taken" ? file : null} />
      </div>
      {file?.is === "refused" ? <Refusal {...file} asked={asked ?? ""} /> : null}
      <input
        ref={input}
        type="file"
        hidden
        accept={asked ?? undefined}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) void take(chosen);
          // The same file may be chosen again after it changed.
          event.target.value = "";
        }}
      />
    </fieldset>
  );
}

type Taken = { is: "taken"; name: string; text: string };
type Refused = { is: "refused"; name: string; type: string; bytes: number; problem: FileProblem };

function useFile(props: ControlOf<"text">, encoding: Encoding) {
  const { change, leave } = useControl(props);
  const [file, setFile] = useState<Taken | Refused | null>(null);
  const last = useRef<File | null>(null);
  const { schema } = props.field;
  const take = async (picked: File) => {
    last.current = picked;
    const read = await readFile(picked, { schema, encoding });
    // Another file was picked while this one was being read.
    if (last.current !== picked) return;
    if ("problem" in read) {
      setFile({ is: "refused", name: picked.name, type: picked.type, bytes: picked.size, problem: read.problem });
      return;
    }
    setFile({ is: "taken", name: picked.name, text: read.text });
    change({ is: "text", text: read.text });
    leave();
  };
  return { file, take };
}

function useDrop(take: ((file: File) => void) | null) {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    over,
    onDragLeave: () => setOver(false),
    onDragOver: (event: DragEvent) => {
      // Text that is dragged into the field stays the field's own business.
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(take !== null);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file) take?.(file);
    },
  };
}

type HoldingProps = ControlOf<"text"> & Pick<Props, "encoding" | "shown"> & { fileName: Taken | null };

/** What the field holds by now, and the way to empty one that cannot be left out. */
function Holding({ encoding, shown, fileName, ...props }: HoldingProps) {
  const t = useTranslations("form");
  const size = useFileSize();
  const { change, disabled, leave } = useControl(props);
  const { state, name, required, field } = props;
  const text = state.is === "text" ? state.text : "";
  const bytes = useMemo(() => (text === "" ? null : bytesIn(text, encoding)), [text, encoding]);
  const words = [
    fileName !== null && fileName.text === text ? fileName.name : null,
    bytes === null ? null : size(bytes),
    shown === "shortened" ? t("file.shortened", { characters: text.length }) : null,
  ].filter((word) => word !== null);
  return (
    <>
      {text !== "" && (required || field.nullable) ? (
        <Button
          size="sm"
          variant="ghost"
          disabled={disabled}
          aria-label={t("clearName", { name })}
          onClick={() => {
            change(clearedText(required));
            leave();
          }}
        >
          <X aria-hidden />
          {t("clear")}
        </Button>
      ) : null}
      <span role="status" className="min-w-0 text-12 wrap-anywhere text-ink-2">
        {words.join(" · ")}
      </span>
    </>
  );
}

function Refusal({ name, type, bytes, problem, asked }: Refused & { asked: string }) {
  const t = useTranslations("form.file");
  const size = useFileSize();
  return (
    <p role="alert" className="text-12 wrap-anywhere text-danger-text">
      {t(problem, { file: name, type, asked, size: size(bytes), most: size(LARGEST_FILE) })}
    </p>
  );
}
