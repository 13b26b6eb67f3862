/**
 * The demo's finished pictures, by their path in `pictures/`. Their lettering is outlines: a machine may have
 * no fonts.
 */
const DRAWINGS = import.meta.glob<string>("./pictures/**/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** @param file the path of a drawing in `pictures/`, without its extension */
export function drawingOf(file: string): string {
  const svg = DRAWINGS[`./pictures/${file}.svg`];
  if (svg === undefined) throw new Error(`db/demo/pictures/${file}.svg is missing`);
  return svg;
}
