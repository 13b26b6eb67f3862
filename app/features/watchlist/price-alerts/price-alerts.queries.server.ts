import { PriceAlert } from "db/entities/price-alert";
import { columnsAs } from "db/entity-columns.server";
import { SITE_TODAY } from "db/site-day";
import { bool, day, decimal, int, literal, type RowOf, sql, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { MemberViewer } from "~/auth/viewer.server";
import {
  type Company,
  companiesByIds,
  readingOf,
} from "~/features/companies/company-by-symbol.queries.server";
import { sharesBetween } from "~/features/markets/instruments/shares-between.queries.server";
import { ALERT_KINDS } from "./price-alerts.rules";

/** The stored level in today's shares. */
export const LEVEL_TODAY = sql`case a.kind when 'moves' then trim_scale(a.level)
  else price_after(a.level, ${sharesBetween(sql`i.id`, sql`a.set_on`, SITE_TODAY)}) end`;

/** Alerts `a` with their instrument `i`: the remaining one if theirs was merged. */
export const ALERTS_OF = sql`
  price_alerts a join instruments own on own.id = a.instrument_id
  join instruments i on i.id = coalesce(own.merged_into, own.id)`;

const ALERT = {
  ...columnsAs("a", PriceAlert, "id"),
  kind: literal(ALERT_KINDS).from`a.kind`,
  companyId: uuid.from`i.id`,
  level: decimal.from`${LEVEL_TODAY}`,
  price: decimal.orNull.from`price_after(c.price, ${sharesBetween(sql`i.id`, sql`c.day`, SITE_TODAY)})`,
  pricedOn: day.orNull.from`c.day`,
  firedAt: timestamp.orNull.from`fired.created_at`,
  firedPrice: decimal.orNull.from`fired.price`,
  hasFiredToday: bool.from`coalesce(fired.fired_on = ${SITE_TODAY}, false)`,
};

const WITH_LAST = sql`
  ${ALERTS_OF}
  left join compared_prices c on c.instrument_id = i.id
  left join lateral (
    select created_at, price, fired_on from price_alert_firings f
     where f.alert_id = a.id order by fired_on desc limit 1) as fired on true`;

const PAGE = statement("price-alerts.page", ALERT)`
  select ${ALERT} from ${WITH_LAST} where a.member_id = ${uuid("memberId")}
   order by a.created_at desc, a.id limit ${int("limit")} offset ${int("offset", 0)}`;
const ONE = statement("price-alerts.one", ALERT)`
  select ${ALERT} from ${WITH_LAST} where a.member_id = ${uuid("memberId")} and a.id = ${uuid("id")}`;
const COUNT = statement("price-alerts.total", { total: int.from`count(*)::int` })`
  select count(*)::int as total from price_alerts where member_id = ${uuid("memberId")}`;

/**
 * A member's alert; prices and levels in today's shares. `price` is the one that alerts were last compared with.
 * @property company undefined if the member's plan no longer shows the company
 */
export type OwnAlert = RowOf<typeof ALERT> & { company?: Company };

async function withCompanies<Row extends { companyId: string }>(member: MemberViewer, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ companyId }) => companyId))];
  const companies = await companiesByIds(ids, readingOf(member));
  return rows.map((row) => ({ ...row, company: companies.get(row.companyId) }));
}

/** A page of a member's alerts, the newest first. */
export const ownAlerts = async (
  member: MemberViewer,
  range: { limit: number; offset: number },
): Promise<OwnAlert[]> => withCompanies(member, await PAGE.all({ memberId: member.id, ...range }));

/** One of the member's alerts. */
export async function ownAlert(member: MemberViewer, id: string): Promise<OwnAlert | undefined> {
  const found = await ONE.first({ memberId: member.id, id });
  return found && (await withCompanies(member, [found]))[0];
}

export const alertCount = async ({ id: memberId }: MemberViewer): Promise<number> =>
  (await COUNT.first({ memberId }))?.total ?? 0;

const WANTS_MAILS = statement("price-alerts.wants-mails", { wanted: bool.from`alert_mails` })`
  select alert_mails as wanted from member_marks where member_id = ${uuid("memberId")}`;

/** Whether fired alerts are sent by email: yes, unless the member turned it off. */
export const wantsAlertMails = async ({ id: memberId }: Pick<MemberViewer, "id">): Promise<boolean> =>
  (await WANTS_MAILS.first({ memberId }))?.wanted ?? true;

const FIRED = {
  companyId: uuid.from`coalesce(i.merged_into, i.id)`,
  kind: literal(ALERT_KINDS).from`f.kind`,
  price: decimal.from`f.price`,
  moved: decimal.orNull.from`f.moved`,
  at: timestamp.from`f.created_at`,
};

const NEWEST_FIRED = statement("price-alerts.newest-fired", FIRED)`
  select ${FIRED} from price_alert_firings f join instruments i on i.id = f.instrument_id
   where f.member_id = ${uuid("memberId")} order by f.created_at desc, f.id limit 12`;

/** The newest fired alerts of a member, of companies that the member may still open. */
export async function newestFired(member: MemberViewer) {
  const fired = await withCompanies(member, await NEWEST_FIRED.allPrepared({ memberId: member.id }));
  return fired.flatMap(({ company, ...each }) => (company ? [{ ...each, company }] : []));
}
