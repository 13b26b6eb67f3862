import { encode } from "uqr";

/** The quiet zone around a QR code: ISO/IEC 18004. */
const BORDER = 4;

export type QrSquare = { size: number; path: string };

/** A QR code: its size in modules, and the dark ones as an SVG path. */
export function qrSquare(text: string): QrSquare {
  const { size, data } = encode(text, { ecc: "M", border: BORDER });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dots.join("") };
}
