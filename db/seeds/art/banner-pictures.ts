import { arch, box, circle, fill, halfDisc, picture, repeat, stroke } from "./drawing";
import { ART } from "./palette";

/** The two banners of the house: the bell on its horizon, and a specimen sheet. 160 by 56, drawn at four times the size. */
export const BANNER_PICTURES = {
  horizon: (): string =>
    picture(
      640,
      224,
      "0 0 160 56",
      box(0, 0, 160, 56, ART.soft) +
        stroke(
          repeat(4, (i) => arch(80, 42, 33 + i * 5)),
          ART.deep,
          0.5,
          { opacity: 0.5 },
        ) +
        fill(halfDisc(80, 42, 28), ART.sun) +
        box(0, 42, 160, 14, ART.deep) +
        stroke("M20 47h60M96 47h44M50 51h70", ART.mid, 1.5),
    ),
  specimen: (): string =>
    picture(
      640,
      224,
      "0 0 160 56",
      box(0, 0, 160, 56, ART.deep) +
        box(22, 10, 116, 46, ART.paper) +
        box(22, 10, 116, 9, ART.mid) +
        stroke("M30 28h34M30 34h26M30 40h30M30 46h20", ART.mid, 2) +
        fill("M76 56V46L88 36l10 4 12-14 10 5 10-9v34z", ART.soft) +
        stroke("M76 46 88 36l10 4 12-14 10 5 10-9", ART.deep, 2) +
        fill(circle(130, 22, 3), ART.sun),
    ),
} as const;

export type BannerPicture = keyof typeof BANNER_PICTURES;
