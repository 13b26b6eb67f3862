import type { Instrument } from "db/entities/instrument";
import { array, day, decimal, int, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Sentences, WarningCheck } from "~/admin-kit/warnings.server";
import { formatCount } from "~/ui/format";
import { formatTypedPrice } from "./price-distance.rules";
import { inUnit } from "./price-units.rules";

const HISTORY = {
  id: uuid.from`wanted.id`,
  days: int.from`(select count(*)::int from daily_prices p where p.instrument_id = wanted.id)`,
  day: day.from`last.day`,
  close: decimal.from`trim_scale(last.close)`,
};

const HISTORIES = statement("relabelled.histories", HISTORY)`
  select ${HISTORY} from unnest(${array(uuid)("ids")}::uuid[]) as wanted (id)
   cross join lateral (${sql`
     select day, close from daily_prices p where p.instrument_id = wanted.id order by day desc limit 1`}) as last`;

/**
 * Warns about a new currency for an instrument with a history. Nothing converts stored prices, so pence would
 * become pounds, and calls are settled by them.
 */
export const warnAboutRelabelling: WarningCheck<Instrument> = async (intended, within) => {
  const ids = intended.map(({ values, before }) =>
    before?.currency && "currency" in values && (values.currency ?? null) !== before.currency
      ? before.id
      : undefined,
  );
  const wanted = ids.flatMap((id) => id ?? []);
  const found = wanted.length > 0 ? await HISTORIES.all({ ids: wanted }, within) : [];
  const histories = new Map(found.map(({ id, ...history }) => [id, history]));
  return intended.map(({ values, before }, nth): Sentences => {
    const history = histories.get(ids[nth] ?? "");
    if (!history || !before?.currency) return {};
    return { currency: relabelText(history, before.currency, values.currency as string | null | undefined) };
  });
};

type History = { days: number; day: string; close: string };

function relabelText({ days, day: on, close }: History, from: string, to: string | null | undefined): string {
  const prices = days === 1 ? "Its daily price" : `Its ${formatCount(days)} daily prices`;
  const kept = `${prices} (most recently ${formatTypedPrice(close)} on ${on}) ${days === 1 ? "was" : "were"} in ${from} and will not be converted`;
  if (!to) return `${kept}. If you save, their currency will be unknown.`;
  const right = inUnit(close, from, to);
  const would = right === undefined ? "" : `; in ${to} that is ${formatTypedPrice(right)}`;
  return `${kept}. If you save, they will be read as ${to}${would}. If they are in ${from}, also import them again in ${to}.`;
}
