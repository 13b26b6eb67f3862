import { array, decimal, literal, type RowOf, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { quoteHref } from "~/features/markets/market-list.rules";
import { QUOTE_CATEGORIES } from "~/features/markets/markets.queries.server";
import { pickHref } from "~/features/pick-href";
import { config } from "~/platform/config.server";
import { SharedPanel } from "~/platform/shared-panel.server";
import { formatTime, isSameDay } from "~/ui/dates";
import { formatSigned } from "~/ui/format";
import type { NavEntry } from "~/ui/navigation";
import { sharedPanelOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";

const ITEM = {
  kind: literal(["update", "pick", "quote"]),
  id: uuid,
  category: text,
  name: text.orNull,
  percent: decimal.orNull,
  /** The time of a quote. */
  at: timestamp.orNull,
};

const NEWEST = statement("notifications.newest", ITEM)`
  with newest as (
    select quote.*, row_number() over (order by quote.category = 'Indices' desc, quote.updated_at desc, quote.id) as place
      from unnest(${array(text)("categories", [...QUOTE_CATEGORIES])}::text[]) as known (category), lateral (
        select id, category, name, change_percent, updated_at from quotes
         where category = known.category order by created_at desc, id desc limit 1) as quote)
  (select 'update' as kind, id, category, name, change_percent as percent, updated_at as at from newest where place = 1)
  union all
  (select 'pick', id, category, null, null, null from stock_picks where status = 'published' order by created_at desc, id desc limit 1)
  union all
  (select 'quote', id, category, name, change_percent, updated_at from newest where place = 2)`;

/**
 * The bell's three items: a market update, a new stock pick, a quote. The update is the newest index, the
 * quote the newest of all other categories. Without an index the newest quote replaces it. Each category is
 * queried for its newest row only, so the size of the table does not matter. Of a pick only the category is
 * read, which is public.
 */
async function readNotifications(): Promise<NavEntry[]> {
  const found = await NEWEST.allPrepared({ categories: [...QUOTE_CATEGORIES] });
  const now = new Date();
  return found.map((row) => toNavEntry(row, now, config().siteTz));
}

/** The bell's items, shared by all pages. */
export const notifications = new SharedPanel(readNotifications);

/** The bell's items for pages that run React in the browser; empty if they cannot be read. */
export const bellItems = (args: RequestArgs): Promise<NavEntry[]> =>
  sharedPanelOr(args, "The bell stays empty", notifications, []);

/** A change from another day than the current one shows its day. */
function toNavEntry(
  { kind, id, category, name, percent, at }: RowOf<typeof ITEM>,
  now: Date,
  zone: string,
): NavEntry {
  if (kind === "pick") return { label: `New stock pick in ${category}`, to: pickHref(category, id) };
  const day = at && !isSameDay(at, now, zone) ? ` on ${formatTime(at, "short-day", zone)}` : "";
  const moved = percent === null ? "is quoted" : `moved ${formatSigned(percent)}%${day}`;
  return {
    label: `${kind === "update" ? "Market update" : "Quote"}: ${name} ${moved}`,
    to: quoteHref(category, id),
  };
}
