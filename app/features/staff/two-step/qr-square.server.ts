import { encode } from "uqr";

/** Light around the dots, as wide as readers of such squares want it: ISO/IEC 18004. */
const BORDER = 4;

export type QrSquare = { size: number; path: string };

/** A text as a square of dots: how many are in a row, and the dark ones as the path of a drawing. */
export function qrSquare(text: string): QrSquare {
  const { size, data } = encode(text, { ecc: "M", border: BORDER });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dots.join("") };
}
