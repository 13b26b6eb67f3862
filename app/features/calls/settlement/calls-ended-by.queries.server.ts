import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { array, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { siteToday } from "~/platform/database-clock.server";
import { dayInWords } from "~/ui/charts/calendar";
import { pluralize } from "~/ui/format";
import { exactPrice } from "~/ui/price-format";
import { callTitle, REASON_LABELS } from "../calls.rules";
import { dueByPrices } from "./due-by-prices.server";
import { type CallWithPrices, callsWithPrices } from "./measured-calls.queries.server";
import { isOver, type Settlement, type TradedDay } from "./settlement.rules";

/** The maximum number of open calls to check; staff read no longer list. */
const MOST_CALLS = 100;

const OPEN = statement("calls-ended-by.open", columns(Call, "id"))`
  select id from calls
   where instrument_id = any(${array(uuid)("instrumentIds")}::uuid[]) and state = 'open' and kind <> 'brief'
   order by made_at desc, id desc limit ${MOST_CALLS}`;

/** A day's price before it is saved. */
type ComingPrice = Omit<TradedDay, "isUnsure"> & { instrumentId: string };

/**
 * The open calls that the next settlement will end once these prices are saved, and how. Only prices of
 * completed days end a call.
 */
export async function endedCalls(rows: readonly { price?: ComingPrice }[]) {
  const today = await siteToday();
  const over = rows.flatMap(({ price }) => (price && isOver(price.day, today) ? [price] : []));
  const instrumentIds = [...new Set(over.map(({ instrumentId }) => instrumentId))];
  if (instrumentIds.length === 0) return undefined;
  const ids = (await OPEN.all({ instrumentIds })).map(({ id }) => id);
  const read = ids.length > 0 ? await callsWithPrices({ ids, state: "open", today }) : [];
  const items = read.flatMap((call) => {
    const { settled } = dueByPrices(withDays(call, over), today);
    if (!settled || dueByPrices(call, today).settled) return [];
    return [{ to: `/admin/calls/${call.call.id}`, text: endText(call, settled) }];
  });
  return items.length > 0
    ? { title: `These prices end ${pluralize(items.length, "open call")}`, items }
    : undefined;
}

/** A call with the new prices added. */
function withDays(read: CallWithPrices, prices: readonly ComingPrice[]): CallWithPrices {
  const own = prices.filter(({ instrumentId }) => instrumentId === read.instrumentId);
  const days = new Map<string, TradedDay>([...read.days, ...own].map((price) => [price.day, price]));
  return { ...read, days: [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1)) };
}

const endText = ({ call }: CallWithPrices, { on, price, reason }: Settlement): string =>
  `${callTitle(call)}: ${REASON_LABELS[reason].toLowerCase()} on ${dayInWords(on)} at ${exactPrice(price)}`;
