import { drawPart } from "./draw-part.server";
import { MemberBell } from "./member-bell";
import {
  bellKeys,
  type MemberBellData,
  MISSING_BELL,
  memberBell,
  type NewsOfBell,
  newSince,
  type Reader,
} from "./member-bell.rules";

/** Bells kept of one list of news. */
const MOST_KEPT = 1_000;

type Drawn = { keys: readonly string[]; bells: Map<string, Buffer> };
const drawn = new WeakMap<readonly NewsOfBell[], Drawn>();

function drawnOf(news: readonly NewsOfBell[]): Drawn {
  const known = drawn.get(news) ?? { keys: bellKeys(news), bells: new Map() };
  drawn.set(news, known);
  return known;
}

/** `bellKeys`, found once for a list. */
export const keysOfBell = (news: readonly NewsOfBell[] | undefined): readonly string[] =>
  news ? drawnOf(news).keys : [];

/**
 * A member's bell as HTML, drawn once for all members with the same new items and the same marks in it.
 * @param news undefined if it could not be read
 */
export function drawBell(
  news: readonly NewsOfBell[] | undefined,
  marks: ReadonlySet<string>,
  { zone, ...reader }: Reader & { zone: string },
): Buffer {
  if (!news) return draw(MISSING_BELL, zone);
  // They are the member's alone.
  if (reader.fired?.length) return draw(memberBell(news, marks, reader), zone);
  const { keys, bells } = drawnOf(news);
  const since = newSince(reader);
  const fresh = news.filter(({ at }) => at.getTime() > since).length;
  const state = [fresh, ...keys.filter((key) => marks.has(key))].join("\n");
  const known = bells.get(state);
  if (known) return known;
  const html = draw(memberBell(news, marks, reader), zone);
  if (bells.size >= MOST_KEPT) bells.clear();
  bells.set(state, html);
  return html;
}

const draw = (bell: MemberBellData, zone: string) => drawPart("bell", <MemberBell bell={bell} zone={zone} />);
