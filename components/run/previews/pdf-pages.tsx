"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { ScrollArea } from "../scroll-area.tsx";

const PAPER_RATIO = Math.SQRT2;
const GAP = 12;
const WIDEST = 900;
/** A page may claim any size; a canvas may not. */
const MOST_PIXELS = 16_000_000;

/** The pages of an open PDF, drawn as they come into sight. */
export function PdfPages({ pdf, name }: { pdf: PDFDocumentProxy; name: string }) {
  const t = useTranslations("run.preview");
  const scroller = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const pages = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => width * PAPER_RATIO + GAP,
    overscan: 1,
  });
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.min(WIDEST, entry.contentRect.width)));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <ScrollArea ref={scroller} label={name} className="bg-sunken p-4">
        <div className="relative mx-auto" style={{ height: pages.getTotalSize(), width }}>
          {width === 0
            ? null
            : pages.getVirtualItems().map(({ index, key, start }) => (
                <div
                  key={key}
                  data-index={index}
                  ref={pages.measureElement}
                  className="absolute top-0 left-0 pb-3"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Page pdf={pdf} number={index + 1} width={width} />
                </div>
              ))}
        </div>
      </ScrollArea>
      <p className="shrink-0 border-t border-line px-3 py-2 text-12 text-ink-2">
        {t("pdf.pages", { count: pdf.numPages })}
      </p>
    </>
  );
}

function Page({ pdf, number, width }: { pdf: PDFDocumentProxy; number: number; width: number }) {
  const t = useTranslations("run.preview");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const leaving = new AbortController();
    drawPage({ pdf, number, width, canvas: canvas.current, signal: leaving.signal }).then(
      (written) => leaving.signal.aborted || setText(written),
      // A page that cannot be drawn stays white; the others are still worth seeing.
      () => undefined,
    );
    return () => leaving.abort();
  }, [pdf, number, width]);
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t("pdf.page", { number, count: pdf.numPages })}
        className="block bg-white shadow-1"
        style={{ width, minHeight: width }}
      />
      <p className="sr-only">{text}</p>
    </>
  );
}

type Drawing = {
  pdf: PDFDocumentProxy;
  number: number;
  width: number;
  canvas: HTMLCanvasElement | null;
  signal: AbortSignal;
};

/** Draws a page as wide as asked for, and answers with its text. */
async function drawPage({ pdf, number, width, canvas, signal }: Drawing): Promise<string> {
  const page = await pdf.getPage(number);
  if (signal.aborted || !canvas) return "";
  const natural = page.getViewport({ scale: 1 });
  const wanted = (width / natural.width) * Math.min(2, window.devicePixelRatio);
  const most = Math.sqrt(MOST_PIXELS / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.minHeight = "";
  canvas.style.height = `${Math.round((width * natural.height) / natural.width)}px`;
  const task = page.render({ canvas, viewport });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  await task.promise;
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}
