import { callTitle } from "~/features/calls/calls.rules";
import { authorSlug } from "~/features/content/authors/author.rules";
import { companyHref } from "~/features/markets/company.rules";
import { markKey } from "~/features/marks/mark.rules";
import { type Firing, firedText } from "~/features/watchlist/price-alerts/price-alerts.rules";
import { ITEM_KINDS, itemHref } from "~/features/watchlist/watchlist.rules";
import type { PriceUnit } from "~/ui/price-format";
import { NOT_SHOWN, NOTHING_NEW } from "./paths";

/** A record for the bell. @property detail the direction of an alert, the list of a pick */
export type NewsOfBell = {
  kind: keyof typeof ITEM_KINDS;
  id: string;
  title: string;
  at: Date;
  author: string | null;
  symbol: string | null;
  detail: string | null;
  locked: boolean;
};

/** A price alert of the member's that fired. */
export type FiredItem = Firing & { at: Date; company: { symbol: string } & PriceUnit };

/** @property isMine of a company that the member watches, or by an author that the member follows */
export type BellItem = {
  kind: string;
  title: string;
  to: string;
  at: Date;
  isNew: boolean;
  isMine: boolean;
  locked: boolean;
};

/**
 * @property until the time of the newest item: marking as read covers nothing that came later
 * @property instead the text of a bell without items
 */
export type MemberBellData = {
  items: BellItem[];
  unread: number;
  until: Date | undefined;
  instead: string;
};

/** A bell that could not be read. */
export const MISSING_BELL: MemberBellData = { items: [], unread: 0, until: undefined, instead: NOT_SHOWN };

/** What nobody has read for this long is not new. */
const NEW_DAYS = 7;
const DAY_MS = 86_400_000;

const keysOf = ({ symbol, author }: NewsOfBell): string[] => [
  ...(symbol === null ? [] : [markKey("company", symbol)]),
  ...(author === null ? [] : [markKey("author", authorSlug(author))]),
];

/** The marks that matter for the bell. */
export const bellKeys = (news: readonly NewsOfBell[]): string[] => [...new Set(news.flatMap(keysOf))];

/**
 * @property readAt when the member last read the bell
 * @property now milliseconds
 * @property fired the member's price alerts, newest first
 */
export type Reader = { readAt?: Date; now: number; fired?: readonly FiredItem[] };

/** Since when an item is new for a member, in milliseconds. */
export const newSince = ({ readAt, now }: Reader): number =>
  Math.max(readAt?.getTime() ?? 0, now - NEW_DAYS * DAY_MS);

/** Alerts that one price fired may say the same. */
function firedItems({ fired = [], ...reader }: Reader): BellItem[] {
  const since = newSince(reader);
  const items = fired.map(({ company, at, ...firing }) => ({
    kind: "Price",
    title: `${company.symbol} ${firedText(firing, company)}`,
    to: companyHref(company.symbol),
    at,
    isNew: at.getTime() > since,
    isMine: true,
    locked: false,
  }));
  return [...new Map(items.map((item) => [`${item.title} ${item.at.getTime()}`, item])).values()];
}

/**
 * The bell of one member: price alerts that fired, records that the member may read, and locked ones of companies and authors that the
 * member has marked. New ones of those come first, then the newest.
 */
export function memberBell(
  news: readonly NewsOfBell[],
  marks: ReadonlySet<string>,
  reader: Reader,
): MemberBellData {
  const since = newSince(reader);
  const published = news.flatMap((each): BellItem[] => {
    const isMine = keysOf(each).some((key) => marks.has(key));
    if (each.locked && !isMine) return [];
    const { kind, title, at, locked, detail } = each;
    return [
      {
        kind: ITEM_KINDS[kind],
        title: kind === "alert" ? callTitle({ direction: detail as "buy" | "sell", name: title }) : title,
        to: itemHref({ ...each, title: kind === "pick" ? detail : title }),
        at,
        isNew: at.getTime() > since,
        isMine,
        locked,
      },
    ];
  });
  const items = [...published, ...firedItems(reader)];
  const first = ({ isNew, isMine }: BellItem) => Number(isNew && isMine);
  items.sort((one, other) => first(other) - first(one) || other.at.getTime() - one.at.getTime());
  const [newest] = items.map(({ at }) => at).sort((one, other) => other.getTime() - one.getTime());
  const unread = items.filter(({ isNew }) => isNew).length;
  return { items, unread, until: newest, instead: NOTHING_NEW };
}
