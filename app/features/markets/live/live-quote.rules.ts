import type { Moment } from "~/ui/dates";
import type { PriceUnit } from "~/ui/price-format";

/** What the marked elements have in common. */
export const LIVE = "[data-live]";

type Marked = PriceUnit & { shownId: string; asOf: Moment };

/** Marks an element whose figures follow a quote while the page is open (`live/draw.ts`). */
export const liveMarks = ({ shownId, asOf, kind, currency }: Marked) => ({
  "data-live": shownId,
  "data-at": new Date(asOf).toISOString(),
  "data-unit": `${kind ?? ""} ${currency ?? ""}`,
});

/** The unit in a mark. */
export function readUnit(text = ""): PriceUnit {
  const [kind, currency] = text.split(" ");
  return { kind: (kind || null) as PriceUnit["kind"], currency: currency || null };
}

/** The part of a streamed quote that pages show. @property updatedAt the time of its figures */
export type LiveQuote = {
  id: string;
  last: number;
  low: number | null;
  high: number | null;
  change: number | null;
  changePercent: number | null;
  volume: number;
  currency: string | null;
  updatedAt: string;
};

/** The time of each quote's figures on the page, in milliseconds. */
export type ShownTimes = ReadonlyMap<string, number>;

/**
 * What an event of the stream changes on a page. A snapshot may be older than the page, which another process drew. A change is
 * newer than everything before it, even if its time is earlier: that of a push which waited for its turn, for example.
 * @param data the text of a snapshot or a change
 * @returns the quotes that the page has to show, and the times afterwards
 */
export function follow(
  shown: ShownTimes,
  { type, data }: { type: string; data: string },
): { news: LiveQuote[]; shown: ShownTimes } {
  const { quotes } = JSON.parse(data) as { quotes: LiveQuote[] };
  const news = quotes.filter(({ id, updatedAt }) => {
    const known = shown.get(id);
    const at = Date.parse(updatedAt);
    return known !== undefined && (type === "snapshot" ? at > known : at !== known);
  });
  return {
    news,
    shown: new Map([...shown, ...news.map(({ id, updatedAt }) => [id, Date.parse(updatedAt)] as const)]),
  };
}
