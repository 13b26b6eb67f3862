import type { BrotliCompress, DeflateRaw } from "node:zlib";

/**
 * Compresses piece by piece.
 * @param flush how a piece ends, one of zlib's constants
 * @returns a function that resolves to all bytes of one piece, before the next one is written
 */
export function compressPieces(
  encoder: BrotliCompress | DeflateRaw,
  flush: number,
): (piece: Buffer) => Promise<Buffer> {
  const output: Buffer[] = [];
  encoder.on("data", (chunk: Buffer) => output.push(chunk));
  return (piece) =>
    new Promise((resolve, reject) => {
      encoder.once("error", reject);
      encoder.write(piece);
      encoder.flush(flush, () => {
        encoder.off("error", reject);
        resolve(Buffer.concat(output.splice(0)));
      });
    });
}
