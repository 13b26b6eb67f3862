import { INSTRUMENT_KINDS, type InstrumentKind } from "db/entities/instrument";
import { IS_PUBLISHED, PUBLISHED } from "db/published";
import { siteMidnightOf } from "db/site-day";
import { decimal, join, literal, sql, text, timestamp, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { type Access, accessTo, type ReadingAccess } from "~/access/access.server";
import { READ_WITH } from "~/access/for-members.server";
import type { Viewer } from "~/auth/viewer.server";
import { alertIsOver } from "~/features/calls/call-is-open.queries.server";
import { ALERT_ENDED, closedCallColumn } from "~/features/calls/calls.queries.server";
import { wholeWordPattern } from "~/features/markets/company.rules";
import { kindOf } from "~/features/markets/instruments/instruments.queries.server";

/** A company that a record is about. */
type Company = {
  /** The brief or alert on the page. */
  id: string;
  name: string;
};

export type RelatedRecord = {
  kind: "brief" | "alert" | "pick" | "quote" | "news";
  id: string;
  title: string;
  /** An alert's side; the category of a pick or a quote. */
  note: string | null;
  /** Of a quote, an exact decimal. */
  last: string | null;
  changePercent: string | null;
  currency: string | null;
  /** Of a quote, which sets its price format. */
  instrumentKind: InstrumentKind | null;
  createdAt: Date;
  /** The time of a quote, or the end of an alert. */
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

/** The instrument of the record on the page. Tickers may have moved between companies since then. */
const INSTRUMENT = sql`coalesce(
  (select instrument_id from daily_briefs where id = ${uuid("id")}), (select instrument_id from trade_alerts where id = ${uuid("id")}))`;

const OF_COMPANY = sql`instrument_id = ${INSTRUMENT}`;
const OTHER = sql`${OF_COMPANY} and id <> ${uuid("id")}`;

const BRIEFS = sql`(select 'brief' as kind, id, company_name as title, null as note, null::numeric as last,
         null::numeric as "changePercent", null as currency, null as "instrumentKind", created_at as "createdAt", null::timestamptz as at
    from daily_briefs where ${PUBLISHED} and ${OTHER}
   order by created_at desc, id desc limit 2)`;

/** The settlement of its newest call: the day that closed it. */
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
 * The company's quote. A quote without a symbol is linked by a name that only calls may use. It counts if it
 * has the name on the page.
 */
const QUOTES = sql`(select 'quote', id, name, category, last, change_percent, currency, ${kindOf(sql`quotes.instrument_id`).sql}, created_at, updated_at
    from quotes where ${OF_COMPANY} and (symbol is not null or lower(name) = lower(${text("name")})) order by updated_at desc, id desc limit 1)`;

/**
 * Articles have no ticker, so those count that name the company. Only the newest are checked: they cost
 * little.
 */
const NEWS = sql`(select 'news', id, title, category, null, null, null, null, created_at, null
    from (select id, title, category, created_at from news where ${PUBLISHED}
           order by created_at desc, id desc limit 1000) as newest
   where title ~* ${text("named")} order by created_at desc, id desc limit 2)`;

/** Alerts and picks of a company for each access. Readers without access do not learn that one exists. */
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
 * The site's other records on a company, in one statement. It leaves out records behind the viewer's paywall:
 * their existence for this ticker is not public.
 */
export const relatedTo = (company: Company, viewer: Viewer): Promise<RelatedRecord[]> =>
  RELATED[accessTo("trade alert", viewer)][accessTo("stock pick", viewer)].all({
    ...company,
    named: wholeWordPattern(company.name),
  });
