import type { ShareText } from "~/features/discovery.server";
import { BELL, CLAPPER, DRAWN_NAME, WORD } from "~/ui/wordmark";
import { fitLines, fits } from "./lines.server";
import { drawableText, lettering } from "./serif.server";
import {
  ART,
  arch,
  box,
  clipped,
  fill,
  halfDisc,
  picture,
  rectangle,
  repeat,
  stroke,
} from "./svg-primitives.server";

/** The size of a shared link's picture in pixels, as the large networks expect it. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** The position of an article's picture: the right side, full height. */
export const SHARE_INSET = { left: 780, top: 0, width: 420, height: 630 } as const;

/** The position of the sender, and the room for a logo there. */
export const SHARE_SENDER = { left: 64, top: 522, width: 560, height: 58 } as const;

const LEFT = SHARE_SENDER.left;
const RIGHT = SHARE_INSET.left - 56;
const TITLE = { sizes: [72, 62, 52], line: 1.14, height: 380 } as const;
/** The room that a sentence below the title takes from it. */
const LEDE = { size: 30, width: RIGHT - LEFT, lines: 3, line: 40 } as const;
/** The title's room above such a sentence. */
const TITLE_WITH_LEDE = { ...TITLE, sizes: [62, 52, 44], height: 240 } as const;

/**
 * The picture of a shared link as SVG: kicker and title, the bell and the site's name. On the right is the
 * article's own picture, or the bell on its horizon. All text is outlines of the site's serif font.
 */
export function shareSvg({ kicker, title, lede }: ShareText, siteName: string, hasLogo = false): string {
  const { width, height } = SHARE_SIZE;
  // Nothing may remain of a headline in another script.
  const sentence = drawableText(lede ?? "");
  const { lines, size } = fitTitle(
    drawableText(title) || drawableText(siteName),
    sentence ? TITLE_WITH_LEDE : TITLE,
  );
  const titleEnd = 128 + lines.length * size * TITLE.line;
  return picture(
    width,
    height,
    `0 0 ${width} ${height}`,
    box(0, 0, width, height, ART.white) +
      horizon() +
      box(LEFT, 56, RIGHT - LEFT, 8, ART.deep) +
      lettering(drawableText(kicker), LEFT, 112, { size: 28, weight: "bold", paint: ART.mid }) +
      lines
        .map((line, nth) =>
          lettering(line, LEFT, 128 + size + nth * size * TITLE.line, {
            size,
            weight: "bold",
            paint: ART.deep,
          }),
        )
        .join("") +
      (sentence ? fitLines(sentence, LEDE) : [])
        .map((line, nth) =>
          lettering(line, LEFT, titleEnd + 44 + nth * LEDE.line, {
            size: LEDE.size,
            weight: "regular",
            paint: ART.mid,
          }),
        )
        .join("") +
      (hasLogo ? "" : sender(siteName, SHARE_SENDER.left, SHARE_SENDER.top, 1.7)),
  );
}

/**
 * The sender in a corner: the wordmark, or another name next to the bell.
 * @param size factor of the drawn size
 */
export function sender(siteName: string, x: number, y: number, size: number): string {
  const bell = fill(BELL, ART.deep) + fill(CLAPPER, ART.sun);
  const name =
    siteName === DRAWN_NAME
      ? `<g transform="translate(42 -1)">${fill(WORD, ART.deep)}</g>`
      : lettering(drawableText(siteName), 44, 22, { size: 24, weight: "bold", paint: ART.deep });
  return `<g transform="translate(${x} ${y}) scale(${size})">${bell}${name}</g>`;
}

function horizon(): string {
  const { left, width, height } = SHARE_INSET;
  const middle = left + width / 2;
  return clipped(
    "inset",
    rectangle(left, 0, width, height),
    box(left, 0, width, height, ART.soft) +
      stroke(
        repeat(5, (nth) => arch(middle, 430, 172 + nth * 26)),
        ART.deep,
        2,
        { opacity: 0.4 },
      ) +
      fill(halfDisc(middle, 430, 146), ART.sun) +
      box(left, 430, width, height - 430, ART.deep) +
      stroke(
        `M${left + 60} 470h180M${left + 280} 470h90M${left + 110} 510h210M${left + 30} 550h120M${left + 220} 550h140`,
        ART.mid,
        6,
      ),
  );
}

/** The largest size at which the title fits. At the smallest size it may end in an ellipsis. */
function fitTitle(
  title: string,
  { sizes, height, line }: { sizes: readonly number[]; height: number; line: number },
): { lines: string[]; size: number } {
  const rooms = sizes.map((size) => ({
    size,
    width: RIGHT - LEFT,
    lines: Math.floor(height / (size * line)),
  }));
  const room = rooms.find((one) => fits(title, one)) ?? rooms.at(-1);
  return room ? { lines: fitLines(title, room), size: room.size } : { lines: [], size: 0 };
}
