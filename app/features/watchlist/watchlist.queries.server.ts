import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { array, bool, int, join, literal, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { accessTo, canReadInFull } from "~/access/access.server";
import { READ_WITH } from "~/access/for-members.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { type CompanyPrice, currentPricesFor } from "~/features/companies/company.queries.server";
import {
  type Company,
  companiesByIds,
  READINGS,
  readingOf,
} from "~/features/companies/company-by-symbol.queries.server";
import { wholeWordPattern } from "~/features/markets/company.rules";
import { loadQuarters } from "~/features/markets/instruments/closes.queries.server";
import { staleLabel } from "~/features/markets/quotes.rules";
import type { Close } from "~/ui/charts/series";
import { WATCHED } from "./counts.queries.server";

/** The newest of our content on a company. @property locked only its title and age may be read */
export type NewestItem = {
  kind: "brief" | "alert" | "pick" | "news";
  id: string;
  title: string | null;
  at: Date;
  locked: boolean;
};

/**
 * @property company undefined if the member's plan no longer shows the company
 * @property stale the age of a price that is no longer fresh
 */
export type WatchedEntry = {
  id: string;
  company?: Company;
  price?: CompanyPrice;
  stale?: string;
  quarter?: readonly Close[];
  newest?: NewestItem;
};

const PAGE = statement("watchlist.page", { id: uuid.from`coalesce(i.merged_into, i.id)` })`
  select coalesce(i.merged_into, i.id) as id from ${WATCHED}
   order by w.place desc, w.instrument_id limit ${int("limit")} offset ${int("offset", 0)}`;

/** A page of a member's watchlist in the member's order, with what the member may know of each company. */
export async function watchedEntries(
  member: MemberViewer,
  range: { limit: number; offset: number },
): Promise<WatchedEntry[]> {
  const ids = (await PAGE.all({ memberId: member.id, ...range })).map(({ id }) => id);
  if (ids.length === 0) return [];
  const reading = readingOf(member);
  const [companies, prices] = await Promise.all([
    companiesByIds(ids, reading),
    currentPricesFor(ids, reading),
  ]);
  const now = new Date();
  const known = [...companies.values()];
  const [quarters, newest] = await Promise.all([
    loadQuarters(known.map((company) => priced(company, prices.get(company.id)))),
    newestItems(known, member),
  ]);
  return ids.map((id) => {
    const company = companies.get(id);
    if (!company) return { id };
    const price = prices.get(id);
    const stale = price && !price.ofDay ? staleLabel(price.asOf, now) : undefined;
    return { id, company, price, stale, quarter: quarters[id], newest: newest.get(id) };
  });
}

const priced = ({ id, currency }: Company, price: CompanyPrice | undefined) => ({
  id,
  instrumentId: id,
  currency,
  price: price?.price ?? null,
  asOf: price?.asOf ?? null,
});

const NEWEST = {
  id: uuid.from`wanted.id`,
  kind: literal(["brief", "alert", "pick", "news"]).from`item.kind`,
  itemId: uuid.from`item.id`,
  title: text.orNull.from`item.title`,
  at: timestamp.from`item.at`,
  forAll: bool.from`item."forAll"`,
};

const OF_COMPANY = sql`instrument_id = wanted.id`;
const NEWEST_FIRST = sql`order by created_at desc, id desc limit 1`;
const BRIEF = sql`(select 'brief'::text as kind, id, headline as title, created_at as at, audience = 'members' as "forAll"
    from daily_briefs where ${OF_COMPANY} and ${PUBLISHED} ${NEWEST_FIRST})`;
const ARTICLE = sql`(select 'news', id, title, created_at, true from articles where title ~* wanted.named ${NEWEST_FIRST})`;

const callsFor = (access: "full" | "members") => [
  sql`(select 'alert', id, tag, created_at, true from trade_alerts
     where ${OF_COMPANY} and ${PUBLISHED} and ${READ_WITH[access]} ${NEWEST_FIRST})`,
  sql`(select 'pick', id, category, created_at, true from stock_picks
     where ${OF_COMPANY} and ${IS_PUBLISHED} and ${READ_WITH[access]} ${NEWEST_FIRST})`,
];
const SOURCES = {
  calls: [BRIEF, ARTICLE, ...callsFor("full")],
  members: [BRIEF, ARTICLE, ...callsFor("members")],
  public: [BRIEF, ARTICLE],
};

/**
 * Locked alerts and picks are left out: even their existence would name the company of a call. Articles have
 * no instrument; the newest 300 are searched for the names.
 */
const NEWEST_ITEMS = forEachOf(
  READINGS,
  (reading) => statement(`watchlist.newest, ${reading}`, NEWEST)`
    with articles as materialized (
      select id, title, created_at from news where ${PUBLISHED} order by created_at desc, id desc limit 300)
    select ${NEWEST} from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("names")}::text[]) as wanted (id, named)
     cross join lateral (
       select * from (${join(SOURCES[reading], sql` union all `)}) as each order by at desc, id limit 1) as item`,
);

async function newestItems(
  companies: readonly Company[],
  member: MemberViewer,
): Promise<Map<string, NewestItem>> {
  if (companies.length === 0) return new Map();
  const briefs = accessTo("daily brief", member);
  const found = await NEWEST_ITEMS[readingOf(member)].all({
    ids: companies.map(({ id }) => id),
    names: companies.map(({ name }) => wholeWordPattern(name)),
  });
  return new Map(
    found.map(({ id, itemId, forAll, ...item }) => [
      id,
      {
        ...item,
        id: itemId,
        locked: item.kind === "brief" && !canReadInFull(briefs, forAll ? "members" : "private"),
      },
    ]),
  );
}
