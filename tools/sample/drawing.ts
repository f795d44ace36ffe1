export type Shape = { kind: "circle"; radius: number } | { kind: "rectangle"; width: number; height: number };
export type Colour = "teal" | "amber" | "violet";

/** An SVG of 220 by 220 pixels with the shape in its middle. */
export function drawShape(shape: Shape, colour: Colour): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="220" viewBox="-110 -110 220 220">
  ${elementOf(shape, COLOURS[colour])}
</svg>
`;
}

const COLOURS = { teal: "#0d9488", amber: "#d97706", violet: "#7c3aed" } satisfies Record<Colour, string>;

function elementOf(shape: Shape, fill: string): string {
  switch (shape.kind) {
    case "circle":
      return `<circle r="${shape.radius}" fill="${fill}" />`;
    case "rectangle":
      return `<rect x="${-shape.width / 2}" y="${-shape.height / 2}" width="${shape.width}" height="${shape.height}" fill="${fill}" />`;
  }
}
