import { ART_TONES, type ArtSpec } from "~/ui/art";
import { ART_MOTIFS } from "~/ui/art-drawings";

/** A number from a text, stable across processes and pages (FNV-1a, 32 bits). */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  // FNV's low bits hardly differ between ids with the same ending.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 12)) >>> 0;
}

/** The drawing of a video: stable for its id, and rarely equal to its neighbour's. */
export function posterArt(id: string): ArtSpec {
  const seed = hashText(id);
  const pick = <Value>(choices: readonly [Value, ...Value[]], from: number) =>
    choices[from % choices.length] ?? choices[0];
  return {
    motif: pick(ART_MOTIFS, seed),
    tone: pick(ART_TONES, seed >>> 8),
    level: ((seed >>> 16) % 100) / 100,
    mirror: (seed >>> 24) % 2 === 1,
  };
}
