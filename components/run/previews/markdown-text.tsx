"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, memo, useMemo, useRef } from "react";
import Markdown from "react-markdown";
import rehypeHighlight from "rehype-highlight";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import type { Artifact } from "#lib/runs/view.ts";
import { CopyButton } from "../copy-button.tsx";
import { showHidden } from "../text/hidden.ts";
import { SafeText } from "../text/safe-text.tsx";
import { artifactUrl } from "./artifact-url.ts";
import { previewKind } from "./preview-kind.ts";

type Props = { text: string; folder: string; artifacts: readonly Artifact[] };

/** Longer code stays in one colour: it would be read anew with each piece that is added to it. */
const LONGEST_COLOURED = 20_000;
const PLAIN = [showHtml, rehypeSanitize];
/** Colours come after the cleaning, so nothing that a text says of itself decides how it looks. */
const COLOURED = [showHtml, rehypeSanitize, rehypeHighlight];

/** Markdown whose HTML is shown as it is written; links leave the studio visibly, and pictures come from the given artifacts only. */
export const MarkdownText = memo(function MarkdownText({ text, folder, artifacts }: Props) {
  // The same functions at each drawing: new ones would load every picture again.
  const components = useMemo(
    () => ({
      pre: ({ children }: ComponentProps<"pre">) => <Code>{children}</Code>,
      table: ({ children }: ComponentProps<"table">) => <ScrollTable>{children}</ScrollTable>,
      a: ({ href, children }: ComponentProps<"a">) => <Link href={href}>{children}</Link>,
      img: ({ src, alt }: ComponentProps<"img">) => (
        <Picture src={typeof src === "string" ? src : ""} alt={alt ?? ""} folder={folder} artifacts={artifacts} />
      ),
    }),
    [folder, artifacts],
  );
  return (
    <Markdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={text.length > LONGEST_COLOURED ? PLAIN : COLOURED}
      urlTransform={(url) => url}
      components={components}
    >
      {showHidden(text.replaceAll("\r\n", "\n"))}
    </Markdown>
  );
});

type Node = { type: string; children?: Node[] };

/** Makes HTML a text like others: left out, it would take along what is written between its tags. */
function showHtml() {
  return function show(node: Node): void {
    for (const child of node.children ?? []) {
      if (child.type === "raw") child.type = "text";
      show(child);
    }
  };
}

/** What is not a plain web or mail address stays text. */
function Link({ href, children }: ComponentProps<"a">) {
  if (!href || !/^(https?:\/\/|mailto:)/i.test(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={href}
      className="text-accent-text underline"
    >
      {children}
    </a>
  );
}

function Code({ children }: ComponentProps<"pre">) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="group/code relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <span className="absolute top-1 right-1 rounded-sm bg-sunken opacity-0 group-focus-within/code:opacity-100 group-hover/code:opacity-100">
        <CopyButton text={() => code.current?.textContent ?? ""} show="icon" />
      </span>
    </div>
  );
}

function ScrollTable({ children }: ComponentProps<"table">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

function Picture({ src, alt, folder, artifacts }: Omit<Props, "text"> & { src: string; alt: string }) {
  const t = useTranslations("run.preview");
  const name = readName(src);
  const artifact = artifacts.find((known) => known.name === name);
  const url = artifact && previewKind(artifact) === "image" ? artifactUrl({ folder, name }, { as: "preview" }) : null;
  if (url === null) {
    return (
      <span className="rounded-xs border border-dashed border-line-strong px-1 text-12 text-ink-3">
        <SafeText text={t("noPicture", { name: alt || src })} />
      </span>
    );
  }
  // biome-ignore lint/performance/noImgElement: a file of a run, not of the site
  return <img src={url} alt={alt} className="my-2 max-h-96 max-w-full" />;
}

function readName(src: string): string {
  try {
    return decodeURIComponent(src.replace(/^\.\//, ""));
  } catch {
    return src;
  }
}

/** How Markdown looks below an element with these classes. */
export const MARKDOWN_LOOK = [
  "text-14 text-ink",
  "[&>*:first-child]:mt-0 [&_h1]:mt-4 [&_h1]:mb-2 [&_h1]:text-20 [&_h2]:mt-4 [&_h2]:mb-2 [&_h2]:text-16 [&_h3]:mt-3",
  "[&_:is(h1,h2,h3,h4,h5,h6)]:font-semibold [&_:is(p,ul,ol,pre,table,blockquote)]:my-2 [&_hr]:my-4 [&_hr]:border-line",
  "[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:pl-5 [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong",
  "[&_blockquote]:pl-3 [&_blockquote]:text-ink-2 [&_code]:rounded-xs [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-12",
  "[&_pre]:overflow-x-auto [&_pre]:rounded-sm [&_pre]:border [&_pre]:border-line [&_pre]:bg-sunken [&_pre]:px-3 [&_pre]:py-2",
  "[&_pre_code]:px-0 [&_table]:text-13 [&_th]:border-b [&_th]:border-line-strong",
  "[&_:is(th,td)]:px-2 [&_:is(th,td)]:py-1 [&_th]:text-left [&_th]:text-12 [&_th]:font-medium [&_th]:text-ink-3",
  "[&_td]:border-b [&_td]:border-line",
].join(" ");
