import { ART_DRAWINGS, type ArtMotif } from "./art-drawings";

/** The light of the drawing. Colours are `--color-art-*` tokens, so a drawing follows the theme. */
export const ART_TONES = ["paper", "night", "indigo", "lilac", "dawn"] as const;
export type ArtTone = (typeof ART_TONES)[number];

export type ArtSpec = {
  motif: ArtMotif;
  tone: ArtTone;
  /** 0 to 1: the height, fill or progress of the subject. */
  level: number;
  /** Mirrors the drawing. */
  mirror?: boolean;
};

/** A 16:9 drawing, inline and without any request. Always decorative. */
export function Art({ motif, tone, level, mirror = false }: ArtSpec) {
  return (
    <svg className={`pic art art--${tone}`} viewBox="0 0 320 180" aria-hidden="true">
      <rect className="ground" width="320" height="180" />
      <g transform={mirror ? "matrix(-1 0 0 1 320 0)" : undefined}>{ART_DRAWINGS[motif](level)}</g>
    </svg>
  );
}
