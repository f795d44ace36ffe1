"use client";

import { useTranslations } from "next-intl";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { PdfPages } from "./pdf-pages.tsx";

type State =
  | { state: "loading" }
  | { state: "failed"; reason: "password" | "broken" }
  | { state: "open"; pdf: PDFDocumentProxy };

/** A PDF page by page, drawn without its scripts, forms and links. */
export default function PdfPreview({ url, name }: { url: string; name: string }) {
  const t = useTranslations("run.preview");
  const shown = usePdf(url);
  if (shown.state === "loading")
    return (
      <p role="status" className="px-4 py-3 text-13 text-ink-2">
        {t("loading")}
      </p>
    );
  if (shown.state === "failed") return <p className="px-4 py-3 text-13 text-ink-2">{t(`pdf.${shown.reason}`)}</p>;
  return <PdfPages pdf={shown.pdf} name={name} />;
}

function usePdf(url: string): State {
  const [shown, setShown] = useState<State>({ state: "loading" });
  useEffect(() => {
    const leaving = new AbortController();
    setShown({ state: "loading" });
    openPdf(url, leaving.signal).then(
      (pdf) => leaving.signal.aborted || setShown({ state: "open", pdf }),
      (error: unknown) => leaving.signal.aborted || setShown({ state: "failed", reason: reasonOf(error) }),
    );
    return () => leaving.abort();
  }, [url]);
  return shown;
}

/** The letters and fonts that a PDF may expect of its reader are served from the same folder as the studio's other files. */
async function openPdf(url: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const pdfjs = await import("pdfjs-dist");
  pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).toString();
  const task = pdfjs.getDocument({
    url,
    enableXfa: false,
    cMapUrl: "/pdfjs/cmaps/",
    standardFontDataUrl: "/pdfjs/standard_fonts/",
    wasmUrl: "/pdfjs/wasm/",
  });
  signal.addEventListener("abort", () => void task.destroy(), { once: true });
  return await task.promise;
}

function reasonOf(error: unknown): "password" | "broken" {
  return error instanceof Error && error.name === "PasswordException" ? "password" : "broken";
}
