import { ART, type Paint, type Tone } from "./palette";

/** What a motif is given. Motifs draw in a space of 600 by 400 and fill all of it. */
export type Scene = {
  tone: Tone;
  /** how many of the thing: ships, pylons, stacks; every motif has its own default */
  count?: number;
  /** 0 to 1: how high, how full, how far along */
  level?: number;
};

export type Motif = (scene: Scene) => string;

/** Shortest form of a coordinate: two decimals at most, so the strings are stable and small. */
export function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

type PathPart = string | number | readonly number[];

/** A path with its coordinates rounded: path`M0 ${y}h${width}`. A list of numbers is a point. */
export function path(strings: TemplateStringsArray, ...parts: PathPart[]): string {
  return strings.reduce((d, text, i) => d + written(parts[i - 1]) + text);
}

function written(part: PathPart | undefined): string {
  if (typeof part === "number") return at(part);
  if (part === undefined || typeof part === "string") return part ?? "";
  return part.map(at).join(" ");
}

/** `count` pieces, joined. */
export function repeat(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join("");
}

export function fill(d: string, paint: Paint, opacity = 1): string {
  return `<path fill="${paint}" d="${d}"${opacity === 1 ? "" : ` fill-opacity="${at(opacity)}"`}/>`;
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

export function box(x: number, y: number, width: number, height: number, paint: Paint, opacity = 1): string {
  return fill(rectangle(x, y, width, height), paint, opacity);
}

export function circle(cx: number, cy: number, r: number): string {
  return `M${at(cx - r)} ${at(cy)}a${at(r)} ${at(r)} 0 1 1 ${at(2 * r)} 0a${at(r)} ${at(r)} 0 1 1 ${at(-2 * r)} 0z`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const radii = `${at(rx)} ${at(ry)}`;
  return `M${at(cx - rx)} ${at(cy)}a${radii} 0 1 1 ${at(2 * rx)} 0a${radii} 0 1 1 ${at(-2 * rx)} 0z`;
}

/** The shaded side of something round. */
export function rightHalf(cx: number, cy: number, rx: number, ry = rx): string {
  return path`M${cx} ${cy - ry}a${rx} ${ry} 0 0 1 0 ${2 * ry}z`;
}

/** The house's own shape: the bell, the sun on the horizon, the marker on a scale. */
export function halfDisc(cx: number, base: number, r: number): string {
  return `M${at(cx - r)} ${at(base)}a${at(r)} ${at(r)} 0 0 1 ${at(2 * r)} 0z`;
}

export function arch(cx: number, base: number, r: number): string {
  return `M${at(cx - r)} ${at(base)}a${at(r)} ${at(r)} 0 0 1 ${at(2 * r)} 0`;
}

export function polar(cx: number, cy: number, r: number, degrees: number): [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
}

/** A closed shape through the given corners. */
export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${at(x)} ${at(y)}`).join("L")}z`;
}

export function polyline(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${at(x)} ${at(y)}`).join("L")}`;
}

export function moved(x: number, y: number, body: string, scale = 1): string {
  const size = scale === 1 ? "" : ` scale(${at(scale)})`;
  return `<g transform="translate(${at(x)} ${at(y)})${size}">${body}</g>`;
}

export function turned(degrees: number, cx: number, cy: number, body: string): string {
  return `<g transform="rotate(${at(degrees)} ${at(cx)} ${at(cy)})">${body}</g>`;
}

/** `id` must be the motif's own: one document holds one motif of a kind. */
export function clipped(id: string, d: string, body: string): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${body}</g>`;
}

/** Engraver's water: short level lines between `top` and `bottom`, on a fixed rhythm. */
export function water(top: number, bottom: number, paint: Paint, width = 2): string {
  const dashes = [
    [0, 90, 128, 320, 520, 80],
    [40, 260, 340, 170],
    [0, 200, 250, 290],
    [90, 250, 400, 160],
    [0, 120, 190, 330],
    [60, 300, 420, 140],
  ];
  const rows = Math.floor((bottom - top) / 17);
  const d = Array.from({ length: rows }, (_, row) => {
    const runs = dashes[row % dashes.length] ?? [];
    let piece = "";
    for (let i = 0; i + 1 < runs.length; i += 2) piece += `M${runs[i]} ${at(top + row * 17)}h${runs[i + 1]}`;
    return piece;
  }).join("");
  return stroke(d, paint, width);
}

// The renderer pays for every tile, so one tile holds many lines: drawing all pictures takes a quarter of the time.
const LINES_PER_TILE = 8;

function tile(id: string, step: number, colour: string, weight: number, turn: number, opacity = 1): string {
  const side = step * LINES_PER_TILE;
  const lines = repeat(LINES_PER_TILE, (i) => `M0 ${at(step * (i + 0.5))}h${side}`);
  return (
    `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(${turn})"><path d="${lines}" stroke="${colour}" stroke-width="${weight}" stroke-opacity="${opacity}"/></pattern>`
  );
}

const TILES =
  tile("hatch-deep", 6, ART.deep, 1.8, -45) +
  tile("hatch-white", 6, ART.white, 1.6, -45) +
  tile("hatch-mid", 6, ART.mid, 1.6, -45) +
  tile("rib", 7, ART.deep, 1.5, 90, 0.55);

/** A whole drawing as an SVG document of `width` by `height` pixels over the given space. */
export function picture(width: number, height: number, space: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${space}" ` +
    `preserveAspectRatio="xMidYMid slice"><defs>${TILES}</defs>${body}</svg>`
  );
}
