import type { AuthorKey } from "../content/authors";
import { arch, box, circle, clipped, ellipse, fill, path, picture, repeat, stroke } from "./drawing";
import { ART, type ArtColour, HATCH } from "./palette";

/** A face of the desk, as plain data: nobody's, so that nobody is taken for an author of a demo. */
export type FaceOf = {
  hair: keyof typeof HAIR;
  hairColour: ArtColour;
  skin: ArtColour;
  coat: ArtColour;
  ground: ArtColour;
  glasses?: boolean;
};

const EYES = 96;

/** What lies behind the head, and what lies on it; the head is 64 wide and 82 high around (100, 96). */
const HAIR = {
  short: {
    behind: "",
    over: "M68 94C62 54 84 42 102 44c24 1 36 18 31 50-2-15-8-24-14-28-18 6-36 4-44 2-5 6-6 15-7 26z",
  },
  bob: {
    behind: "M100 38c-32 0-46 26-44 58 1 18-2 30-4 38h96c-2-8-5-20-4-38 2-32-12-58-44-58z",
    over: "M66 94c0-30 14-44 34-44s34 14 34 44c-6-18-14-26-22-30-12 12-30 18-40 18-3 4-5 8-6 12z",
  },
  bun: {
    behind: circle(100, 40, 17),
    over: "M67 90c-3-28 12-44 33-44s36 16 33 44c-6-14-16-24-33-24s-27 10-33 24z",
  },
  curls: {
    behind: [
      [66, 70, 17],
      [76, 52, 18],
      [100, 46, 20],
      [124, 52, 18],
      [134, 70, 17],
      [62, 90, 13],
      [138, 90, 13],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r))
      .join(""),
    over: "M64 88C62 44 138 44 136 88c-9-9-21-13-36-13s-27 4-36 13z",
  },
  parted: {
    behind: "",
    over: "M69 98c-8-36 6-54 31-54 28 0 39 20 32 54-1-12-3-20-7-25-14-1-28-6-36-14-6 10-13 14-16 16-3 6-4 14-4 23z",
  },
} as const;

const eyes = (paint: ArtColour) => fill(circle(87, EYES, 3) + circle(113, EYES, 3), paint);
const brows = (paint: ArtColour) => stroke("M80 87q7-4 13 0M107 87q6-4 13 0", paint, 2.5, { round: true });
const features = (paint: ArtColour) => stroke("M101 98v12h-5M91 122q9 6 18 0", paint, 2.5, { round: true });
const frames = (paint: ArtColour) =>
  stroke(
    `${circle(86, EYES, 10)}${circle(114, EYES, 10)}M96 ${EYES}h8M76 ${EYES - 2}l-8-3M124 ${EYES - 2}l8-3`,
    paint,
    2.5,
  );

/** A portrait of the demo's desk: an SVG document of 480 by 480 pixels. Pure. */
export function portrait({ hair, hairColour, skin, coat, ground, glasses = false }: FaceOf): string {
  const { behind, over } = HAIR[hair];
  const line = skin === ART.deep || skin === ART.mid ? ART.white : ART.deep;
  const head = ellipse(100, 96, 32, 41);
  const shoulders = path`M14 200c2-38 26-50 58-56h56c32 6 56 18 58 56z`;
  const body =
    box(0, 0, 200, 200, ground) +
    stroke(
      repeat(4, (i) => arch(100, 200, 86 + i * 9)),
      ART.white,
      1,
      { opacity: 0.6 },
    ) +
    (behind ? fill(behind, hairColour) : "") +
    fill(shoulders, coat) +
    clipped("coat", shoulders, box(100, 130, 100, 70, HATCH.white, 0.25)) +
    fill("M84 124h32v26l-16 18-16-18z", skin) +
    clipped("neck", "M84 124h32v26l-16 18-16-18z", box(84, 124, 32, 14, HATCH.deep, 0.5)) +
    fill("M84 144l16 24-14 14-14-34zM116 144l-16 24 14 14 14-34z", ART.white) +
    fill(head, skin) +
    clipped("face", head, box(114, 50, 30, 100, line === ART.white ? HATCH.white : HATCH.deep, 0.35)) +
    eyes(line) +
    brows(line) +
    features(line) +
    (glasses ? frames(line) : "") +
    fill(over, hairColour);
  return picture(480, 480, "0 0 200 200", body);
}

/** One for each author of the desk. */
export const FACES = {
  holt: { hair: "bob", hairColour: ART.sun, skin: ART.paper, coat: ART.deep, ground: ART.soft },
  calloway: { hair: "curls", hairColour: ART.deep, skin: ART.soft, coat: ART.mid, ground: ART.paper },
  sandoval: {
    hair: "parted",
    hairColour: ART.deep,
    skin: ART.paper,
    coat: ART.mid,
    ground: ART.sun,
    glasses: true,
  },
  achterberg: { hair: "short", hairColour: ART.mid, skin: ART.paper, coat: ART.deep, ground: ART.soft },
  okonjo: { hair: "bun", hairColour: ART.deep, skin: ART.mid, coat: ART.sun, ground: ART.paper },
} as const satisfies Record<AuthorKey, FaceOf>;
