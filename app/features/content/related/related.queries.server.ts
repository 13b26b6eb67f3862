import { INSTRUMENT_KINDS, type InstrumentKind } from "db/entities/instrument";
import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { siteMidnightOf } from "db/site-day";
import { decimal, join, literal, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { type Access, accessTo, type ReadingAccess } from "~/access/access.server";
import { READ_WITH } from "~/access/for-members.server";
import type { Viewer } from "~/auth/viewer.server";
import { ALERT_ENDED, closedCallColumn } from "~/features/calls/calls.queries.server";
import { alertIsOver } from "~/features/calls/open.queries.server";
import { wholeWordPattern } from "~/features/markets/company.rules";
import { kindOf } from "~/features/markets/instruments/instruments.queries.server";

/** A company that something was written about. */
type Company = {
  /** The brief or alert that is on the page already. */
  id: string;
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
  /** Of a quote, by which its price is written. */
  instrumentKind: InstrumentKind | null;
  createdAt: Date;
  /** When a quote was set; when an alert has ended. */
  at: Date | null;
};

const RECORD = {
  kind: literal(["brief", "alert", "pick", "quote", "news"]),
  id: uuid,
  title: text,
  note: text.orNull,
  last: decimal.orNull,
  changePercent: decimal.orNull,
  currency: text.orNull,
  instrumentKind: literal(INSTRUMENT_KINDS).orNull,
  createdAt: timestamp,
  at: timestamp.orNull,
};

/** What the record on the page is on: another company may have its ticker by now, and the same one another ticker. */
const INSTRUMENT = sql`coalesce(
  (select instrument_id from daily_briefs where id = ${uuid("id")}), (select instrument_id from trade_alerts where id = ${uuid("id")}))`;

const OF_COMPANY = sql`instrument_id = ${INSTRUMENT}`;
const OTHER = sql`${OF_COMPANY} and id <> ${uuid("id")}`;

const BRIEFS = sql`(select 'brief' as kind, id, company_name as title, null as note, null::numeric as last,
         null::numeric as "changePercent", null as currency, null as "instrumentKind", created_at as "createdAt", null::timestamptz as at
    from daily_briefs where ${PUBLISHED} and ${OTHER}
   order by created_at desc, id desc limit 2)`;

/** When its newest call was settled: the day that closed it. */
const pickEnded = (access: ReadingAccess) =>
  closedCallColumn(sql`'pick'`, sql`stock_picks.id`, { access, value: siteMidnightOf(sql`c.ended_on`) });

const alertsFor = (
  access: ReadingAccess,
) => sql`(select 'alert', id, name, tag, null, null, null, null, created_at,
         case when ${alertIsOver()} then ${ALERT_ENDED} end
    from trade_alerts where ${OTHER} and ${PUBLISHED} and ${READ_WITH[access]} order by created_at desc, id desc limit 2)`;

const picksFor = (access: ReadingAccess) => sql`(
  select 'pick', id, name, category, null, null, null, null, created_at, ${pickEnded(access)}
    from stock_picks where ${OF_COMPANY} and ${IS_PUBLISHED} and ${READ_WITH[access]} order by created_at desc, id desc limit 1)`;

/**
 * The company's quote. One without a symbol is linked by its name, which may be what a call alone calls the instrument: it counts
 * where it bears the name that stands on the page.
 */
const QUOTES = sql`(select 'quote', id, name, category, last, change_percent, currency, ${kindOf(sql`quotes.instrument_id`).sql}, created_at, updated_at
    from quotes where ${OF_COMPANY} and (symbol is not null or lower(name) = lower(${text("name")})) order by updated_at desc, id desc limit 1)`;

/** Articles have no ticker: those count that name the company. Of old ones nobody asks, and the newest cost little. */
const NEWS = sql`(select 'news', id, title, category, null, null, null, null, created_at, null
    from (select id, title, category, created_at from news where ${PUBLISHED}
           order by created_at desc, id desc limit 1000) as newest
   where title ~* ${text("named")} order by created_at desc, id desc limit 2)`;

/** Alerts and picks of a company for each access to them: that there is one that may not be read is told by none. */
const ALERTS = { locked: [], members: [alertsFor("members")], full: [alertsFor("full")] };
const PICKS = { locked: [], members: [picksFor("members")], full: [picksFor("full")] };

const ACCESSES = ["locked", "members", "full"] as const satisfies readonly Access[];

const RELATED = forEachOf(ACCESSES, (alerts) =>
  forEachOf(
    ACCESSES,
    (picks) =>
      statement(`related, alerts ${alerts}, picks ${picks}`, RECORD)`
    ${join([BRIEFS, ...ALERTS[alerts], ...PICKS[picks], QUOTES, NEWS], sql` union all `)}`,
  ),
);

/**
 * What else the site has on a company, in one statement. What the viewer may not read has no part in it: that there
 * is an alert, or a pick, of this ticker is locked itself.
 */
export const relatedTo = (company: Company, viewer: Viewer): Promise<RelatedRecord[]> =>
  RELATED[accessTo("trade alert", viewer)][accessTo("stock pick", viewer)].all({
    ...company,
    named: wholeWordPattern(company.name),
  });
