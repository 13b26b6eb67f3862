import type { EntityManager } from "db/orm.server";
import { bool, day, decimal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { invalidFields } from "~/web/app-error.server";

/** The number of days to suggest for a day without a price. */
const NAMED_DAYS = 5;

const NEAREST_DAY = {
  day: day.from`p.day`,
  low: decimal.from`trim_scale(coalesce(p.low, p.close))`,
  high: decimal.from`trim_scale(coalesce(p.high, p.close))`,
  isTraded: bool.from`${decimal("price")} between coalesce(p.low, p.close) and coalesce(p.high, p.close)`,
};
type NearestDay = { day: string; low: string; high: string; isTraded: boolean };

/** Prices in another currency do not count for a call. */
const NEAREST = statement("close-call.nearest-days", NEAREST_DAY)`
  select ${NEAREST_DAY}
    from calls c join instruments i on i.id = c.instrument_id join daily_prices p on p.instrument_id = i.id
   where c.id = ${uuid("id")} and coalesce(i.currency = c.currency, true)
     and p.day between ${day("since")}::date and ${day("until")}::date
   order by abs(p.day - ${day("on")}::date), p.day limit ${NAMED_DAYS}`;

/** A price that staff entered for a call's instrument, and the allowed days. */
export type ClaimedPrice = { id: string; on: string; price: string; since: string; until: string };

/**
 * Accepts a price that was traded on its day: within low and high if known, otherwise at the close. Without
 * any price since the call, every value passes.
 * @param fields the form's names for day and price
 * @throws AppError 422 with that day's prices, or with the nearest days that have one
 */
export async function requireTraded(
  claimed: ClaimedPrice,
  fields: { on: string; price: string },
  within: EntityManager,
): Promise<void> {
  const nearest = await NEAREST.all(claimed, within);
  const known = nearest.find((each) => each.day === claimed.on);
  if (nearest.length === 0 || known?.isTraded) return;
  throw invalidFields(
    known ? { [fields.price]: boundsText(known) } : { [fields.on]: daysInWords(claimed.on, nearest) },
  );
}

const boundsText = ({ day: on, low, high }: NearestDay): string =>
  low === high
    ? `Price must be the close of ${on}: ${low}`
    : `Price must be one of ${on}: between ${low} and ${high}`;

function daysInWords(on: string, nearest: readonly NearestDay[]): string {
  const days = nearest.map((each) => each.day).toSorted();
  return `${on} has no price. The nearest days that have one: ${days.join(", ")}`;
}
