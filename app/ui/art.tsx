import { ART_DRAWINGS, type ArtMotif } from "./art-drawings";

/** By which light; the colours are the `--color-art-*` tokens, so a drawing follows the theme. */
export const ART_TONES = ["paper", "night", "indigo", "lilac", "dawn"] as const;
export type ArtTone = (typeof ART_TONES)[number];

export type ArtSpec = {
  motif: ArtMotif;
  tone: ArtTone;
  /** 0 to 1: how high, how full, how far along. */
  level: number;
  /** Seen from the other side. */
  mirror?: boolean;
};

/** A picture of the house in 16 to 9, drawn in place: nothing is fetched for it. Always decoration. */
export function Art({ motif, tone, level, mirror = false }: ArtSpec) {
  return (
    <svg className={`pic art art--${tone}`} viewBox="0 0 320 180" aria-hidden="true">
      <rect className="ground" width="320" height="180" />
      <g transform={mirror ? "matrix(-1 0 0 1 320 0)" : undefined}>{ART_DRAWINGS[motif](level)}</g>
    </svg>
  );
}
