/** The six colours of the site's drawings: the light values of `--art-*` in the design tokens. */
export const ART = {
  paper: "#e7e4f6",
  soft: "#bfb9ea",
  mid: "#6a60cf",
  deep: "#1b1464",
  sun: "#f2b632",
  white: "#ffffff",
} as const;

export type Paint = (typeof ART)[keyof typeof ART];

/** Formats a coordinate with at most two decimals, so the output is stable and small. */
export function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Joins `count` pieces. */
export function repeat(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join("");
}

export function fill(d: string, paint: Paint): string {
  return `<path fill="${paint}" d="${d}"/>`;
}

export function stroke(d: string, paint: Paint, width: number, options: StrokeOptions = {}): string {
  const dash = options.dash ? ` stroke-dasharray="${options.dash}"` : "";
  const opacity = options.opacity === undefined ? "" : ` stroke-opacity="${at(options.opacity)}"`;
  const cap = options.round ? ` stroke-linecap="round" stroke-linejoin="round"` : ` stroke-linejoin="bevel"`;
  return `<path fill="none" stroke="${paint}" stroke-width="${at(width)}"${cap}${dash}${opacity} d="${d}"/>`;
}

type StrokeOptions = { dash?: string; opacity?: number; round?: boolean };

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}z`;
}

export function box(x: number, y: number, width: number, height: number, paint: Paint): string {
  return fill(rectangle(x, y, width, height), paint);
}

/** The shape in the site's drawings: the bell, the sun on the horizon, the marker on a scale. */
export function halfDisc(cx: number, base: number, r: number): string {
  return `M${at(cx - r)} ${at(base)}a${at(r)} ${at(r)} 0 0 1 ${at(2 * r)} 0z`;
}

export function arch(cx: number, base: number, r: number): string {
  return `M${at(cx - r)} ${at(base)}a${at(r)} ${at(r)} 0 0 1 ${at(2 * r)} 0`;
}

/** `id` must be unique: a document may contain it only once. */
export function clipped(id: string, d: string, body: string): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${body}</g>`;
}

/** A drawing as an SVG document of `width` by `height` pixels with the given viewBox. */
export function picture(width: number, height: number, space: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${space}" ` +
    `preserveAspectRatio="xMidYMid slice">${body}</svg>`
  );
}
