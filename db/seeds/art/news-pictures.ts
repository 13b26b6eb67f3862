import { picture } from "./drawing";
import { MOTIFS, type MotifName } from "./motifs";
import { TONES, type ToneName } from "./palette";

/** What a picture shows, as plain data that an article can carry. */
export type PictureOf = {
  motif: MotifName;
  tone: ToneName;
  count?: number;
  level?: number;
  /** seen from the other side */
  mirror?: boolean;
};

/** A news picture: an SVG document of 1200 by 800 pixels. Pure. */
export function newsPicture({ motif, tone, count, level, mirror = false }: PictureOf): string {
  const drawing = MOTIFS[motif]({ tone: TONES[tone], count, level });
  const body = mirror ? `<g transform="matrix(-1 0 0 1 600 0)">${drawing}</g>` : drawing;
  return picture(1200, 800, "0 0 600 400", body);
}
