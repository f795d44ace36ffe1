"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";

/** An image as a picture only: also an SVG can do nothing there. */
export function ImagePreview({ url, name }: { url: string; name: string }) {
  const t = useTranslations("run.preview");
  const format = useFormatter();
  const [picture, setPicture] = useState<{ width: number; height: number } | "loading" | "broken">("loading");
  if (picture === "broken") return <p className="px-4 py-3 text-13 text-ink-2">{t("unseen.failed")}</p>;
  return (
    <>
      <div className="grid min-h-0 flex-1 place-items-center overflow-auto bg-sunken p-4">
        {/** biome-ignore lint/performance/noImgElement: a file of a run, not of the site */}
        <img
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setPicture({ width, height })}
          onError={() => setPicture("broken")}
          className="max-h-full max-w-full object-contain"
        />
      </div>
      {picture === "loading" || picture.width === 0 ? null : (
        <p className="shrink-0 border-t border-line px-3 py-2 text-12 text-ink-2">
          {t("pixels", { width: format.number(picture.width), height: format.number(picture.height) })}
        </p>
      )}
    </>
  );
}
