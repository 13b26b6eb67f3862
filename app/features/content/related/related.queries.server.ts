import { query } from "db/query.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { accessTo } from "~/features/entitlements/access.server";

/** A company that something was written about. */
type Company = {
  /** The record that is on the page already. */
  id: string;
  ticker: string;
  name: string;
};

export type RelatedRecord = {
  kind: "brief" | "alert" | "pick" | "quote" | "news";
  id: string;
  title: string;
  /** An alert's side; the category of a pick or a quote. */
  note: string | null;
  /** Of a quote, as exact decimals. */
  last: string | null;
  changePercent: string | null;
  currency: string | null;
  createdAt: Date;
  /** When a quote was set; when an alert has ended. */
  at: Date | null;
};

type RelatedSource = { sql: string; values: (subject: Company) => string[] };

const byTicker = ({ ticker, id }: Company) => [ticker, id];

const BRIEFS: RelatedSource = {
  sql: `select 'brief' as kind, id, company_name as title, null as note, null::numeric as last,
               null::numeric as "changePercent", null as currency, created_at as "createdAt",
               null::timestamptz as at
          from daily_briefs where status = 'published' and lower(ticker) = lower(?) and id <> ?
         order by created_at desc, id desc limit 2`,
  values: byTicker,
};

const ALERTS: RelatedSource = {
  sql: `select 'alert', id, name, tag, null, null, null, created_at,
               case when ends_at <= now() then ends_at end from trade_alerts
         where lower(ticker) = lower(?) and id <> ? order by created_at desc, id desc limit 2`,
  values: byTicker,
};

const PICKS: RelatedSource = {
  sql: `select 'pick', id, name, category, null, null, null, created_at, null from stock_picks
         where lower(ticker) = lower(?) order by created_at desc, id desc limit 1`,
  values: ({ ticker }) => [ticker],
};

/** Quotes have no ticker. */
const QUOTES: RelatedSource = {
  sql: `select 'quote', id, name, category, last, change_percent, currency, created_at, updated_at from quotes
         where lower(name) = lower(?) order by updated_at desc, id limit 1`,
  values: ({ name }) => [name],
};

/** Articles have no ticker either: those count that name the company. Of old ones nobody asks, and the newest cost little. */
const NEWS: RelatedSource = {
  sql: `select 'news', id, title, category, null, null, null, created_at, null
          from (select id, title, category, created_at from news where status = 'published'
                 order by created_at desc, id desc limit 2000) as newest
         where title ~* ? order by created_at desc, id desc limit 2`,
  values: ({ name }) => [`(?<!\\w)${name.replace(/[^\p{L}\p{N} ]/gu, "\\$&")}(?!\\w)`],
};

/**
 * What else the site has on a company, in one statement. What the viewer may not read has no part in it: that there
 * is an alert, or a pick, of this ticker is locked itself.
 */
export function relatedTo(company: Company, viewer: Viewer): Promise<RelatedRecord[]> {
  const sources = [
    BRIEFS,
    ...(accessTo("trade alert", viewer) === "full" ? [ALERTS] : []),
    ...(accessTo("stock pick", viewer) === "full" ? [PICKS] : []),
    QUOTES,
    NEWS,
  ];
  return query<RelatedRecord>(
    sources.map(({ sql }) => `(${sql})`).join(" union all "),
    sources.flatMap(({ values }) => values(company)),
  );
}
