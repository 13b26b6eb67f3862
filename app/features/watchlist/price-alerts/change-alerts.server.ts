import type { EntityManager } from "db/orm.server";
import { SITE_TODAY } from "db/site-day";
import { bool, decimal, int, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { companyBySymbol, readingOf } from "~/features/companies/company-by-symbol.queries.server";
import { timeOfPrice } from "~/features/markets/instruments/crossed-alerts.queries.server";
import { AppError, invalidFields, parseOrThrow } from "~/web/app-error.server";
import { changeMarks } from "../change-marks.server";
import { ALERTS_OF, LEVEL_TODAY } from "./price-alerts.queries.server";
import { type AlertKind, alertSchema, MOST_ALERTS, readLevel } from "./price-alerts.rules";

/** An alert as the form sends it, with its level read. */
type NewAlert = { instrumentId: string; kind: AlertKind; level: string };

const TOTAL = { total: int.from`count(*)::int` };
const COUNT = statement("price-alerts.count", TOTAL)`
  select ${TOTAL} from price_alerts where member_id = ${uuid("memberId")}`;

/** An equal alert may be of an instrument that was merged since, or be set before a split. */
const SAME = statement("price-alerts.same", { id: uuid.from`a.id` })`
  select a.id as id from ${ALERTS_OF}
   where a.member_id = ${uuid("memberId")} and i.id = ${uuid("instrumentId")} and a.kind = ${text("kind", "rises")}
     and ${LEVEL_TODAY} = ${decimal("level")}`;

const ADD = command("price-alerts.add")`
  insert into price_alerts (member_id, instrument_id, kind, level, set_on)
  values (${uuid("memberId")}, ${uuid("instrumentId")}, ${text("kind", "rises")}, ${decimal("level")}, ${SITE_TODAY})
      on conflict do nothing`;

/** For a company that was never compared: its alert waits for the next price. */
const SET_FIRST_PRICE = command("price-alerts.first-price")`
  insert into compared_prices (instrument_id, day, price, at)
  select instrument_id, day, trim_scale(close), ${timeOfPrice(sql`day`)} from daily_prices
   where instrument_id = ${uuid("instrumentId")} order by day desc limit 1
      on conflict do nothing`;

const REMOVE = statement("price-alerts.remove", { id: uuid })`
  delete from price_alerts where member_id = ${uuid("memberId")} and id = ${uuid("id")} returning id`;

/**
 * Reads the form of an alert.
 * @throws AppError 422 with a message for each wrong field
 */
export async function readAlert(member: MemberViewer, values: Record<string, unknown>): Promise<NewAlert> {
  const { company: symbol, kind, level: typed } = parseOrThrow(alertSchema, values);
  const company = await companyBySymbol(symbol, readingOf(member));
  const read = readLevel(kind, typed);
  if (company && "level" in read) return { instrumentId: company.id, kind, level: read.level };
  throw invalidFields({
    ...(!company && { company: "No company has this symbol" }),
    ...("problem" in read && { level: read.problem }),
  });
}

/**
 * Adds an alert.
 * @returns false if the member has the same one already
 * @throws AppError 422 if the member has too many
 */
export const addAlert = ({ id: memberId }: MemberViewer, alert: NewAlert): Promise<boolean> =>
  changeMarks(memberId, (manager) => add(manager, memberId, alert));

/**
 * Replaces an alert, so that it may fire again today. A form that is sent twice changes nothing twice.
 * @throws AppError 404 if it was removed in the meantime, 422 as `addAlert`
 */
export const replaceAlert = ({ id: memberId }: MemberViewer, id: string, alert: NewAlert): Promise<boolean> =>
  changeMarks(memberId, async (manager) => {
    const removed = await REMOVE.first({ memberId, id }, manager);
    const isThere = !(await add(manager, memberId, alert));
    if (removed || isThere) return !isThere;
    throw new AppError(404, "This price alert was removed in the meantime.");
  });

async function add(manager: EntityManager, memberId: string, alert: NewAlert): Promise<boolean> {
  if (await SAME.first({ memberId, ...alert }, manager)) return false;
  const count = await COUNT.first({ memberId }, manager);
  if (count && count.total >= MOST_ALERTS)
    throw new AppError(422, `You have ${MOST_ALERTS} price alerts. Remove one to add another.`);
  await SET_FIRST_PRICE.run({ instrumentId: alert.instrumentId }, manager);
  await ADD.run({ memberId, ...alert }, manager);
  return true;
}

/** Removes an alert, if it is still there. What it fired stays in the bell. */
export const removeAlert = ({ id: memberId }: MemberViewer, id: string): Promise<void> =>
  changeMarks(memberId, (manager) => REMOVE.run({ memberId, id }, manager));

const SET_MAILS = command("price-alerts.set-mails")`
  update member_marks set alert_mails = ${bool("wanted")} where member_id = ${uuid("memberId")}`;

/** Turns the emails about fired alerts on or off; the bell shows them in any case. */
export const setAlertMails = ({ id: memberId }: Pick<MemberViewer, "id">, wanted: boolean): Promise<void> =>
  changeMarks(memberId, (manager) => SET_MAILS.run({ memberId, wanted }, manager));
