import { getNodesBounds, type Node } from "@xyflow/react";
import { toPng, toSvg } from "html-to-image";

export type ImageType = "png" | "svg";

/** Saves all of the canvas inside `root` as an image file, whatever part of it is in sight. Throws when the browser cannot draw it. */
export async function saveImage(
  root: HTMLElement,
  { nodes, name, type }: { nodes: Node[]; name: string; type: ImageType },
): Promise<void> {
  const viewport = root.querySelector<HTMLElement>(".react-flow__viewport");
  if (!viewport) return;
  const { x, y, width, height } = getNodesBounds(nodes);
  const size = { width: Math.ceil(width) + 2 * MARGIN, height: Math.ceil(height) + 2 * MARGIN };
  const address = await (type === "png" ? toPng : toSvg)(viewport, {
    ...size,
    pixelRatio: 2,
    // Hundreds of files of Hangul would be fetched and put into each image; the system's fonts stand in.
    skipFonts: true,
    backgroundColor: getComputedStyle(root).backgroundColor,
    style: {
      width: `${size.width}px`,
      height: `${size.height}px`,
      transform: `translate(${MARGIN - x}px, ${MARGIN - y}px)`,
    },
    filter: (node) => !(node instanceof Element && node.classList.contains("react-flow__handle")),
  });
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.${type}`;
  link.click();
}

const MARGIN = 32;
