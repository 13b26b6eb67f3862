import { CLOSE_REASONS } from "db/entities/call";
import { siteDayOf } from "db/site-day";
import { array, day, decimal, type Fragment, int, json, literal, type RowOf, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { kindOf } from "~/features/markets/instruments/instruments.queries.server";
import { sharesBetween } from "~/features/markets/instruments/shares-between.queries.server";
import { config } from "~/platform/config.server";
import { ContentByScope, SharedPanel } from "~/platform/shared-panel.server";
import type { Close } from "~/ui/charts/series";
import { callLevels, enteredOn } from "../levels.queries.server";
import { benchmark, benchmarkUntil } from "./benchmark.queries.server";
import { isCalledAgain } from "./public-calls.server";
import { EVERY_KIND, READABLE, readableFor, readableKinds, readerScope } from "./record.queries.server";
import { indexOver, resultOf } from "./record.rules";
import { settledCall } from "./settled-call.server";
import type { LeadScope, SettledCard } from "./settled-cards.rules";

const CARD = {
  id: uuid,
  kind: literal(["alert", "pick"]),
  recordId: uuid.from`record_id`,
  name: text,
  currency: text.orNull,
  instrumentKind: kindOf(sql`settled.instrument_id`),
  direction: literal(["buy", "sell"]),
  madeOn: day,
  enteredOn: day,
  endedOn: day.present.from`ended_on`,
  reason: literal(CLOSE_REASONS).orNull.from`close_reason`,
  entryPrice: decimal.present.from`entry_price`,
  closePrice: decimal.present.from`close_price`,
  closeRatio: decimal.present.from`close_ratio`,
  ...callLevels(sql`settled`),
};

/** Days before the call in the small chart: about eight sessions. */
const DAYS_BEFORE = 12;

/** Shares of a later day per share of an earlier day, for the card's instrument. */
const sharesColumn = (since: Fragment<object>, until: Fragment<object>) =>
  sharesBetween(sql`settled.instrument_id`, since, until);

const DRAWN = {
  ...CARD,
  indexFrom: decimal.orNull.from`index_from.close`,
  indexTo: decimal.orNull.from`index_to.close`,
  closes: json<[day: string, close: number][] | null>().from`(
    select json_agg(json_build_array(d.day, price_after(d.close
             * ${sharesColumn(sql`"enteredOn"`, sql`d.day`)}, ${sharesColumn(sql`d.day`, sql`"enteredOn"`)})) order by d.day)
      from daily_prices as d
     where d.instrument_id = settled.instrument_id and d.day between "enteredOn" - ${DAYS_BEFORE} and ended_on
       and not exists (select from instruments i where i.id = d.instrument_id and i.currency <> settled.currency))`,
};

/** Calls with an entry and a closing price, newest first. Needs the parameters of `READABLE`. */
const settled = (chosen: Fragment<object>) => sql`(
  select c.*, ${siteDayOf(sql`c.made_at`)} as "madeOn", ${enteredOn(sql`c`)} as "enteredOn" from calls c
   where c.part is not null and ${READABLE} ${chosen}
   order by c.ended_on desc, c.id desc limit ${int("limit")}) as settled`;

const NEWEST = statement("settled-cards.newest", CARD)`
  select ${CARD} from ${settled(sql``)} order by ended_on desc, id desc`;

const drawn = (name: string, chosen: Fragment<object>) => statement(name, DRAWN)`
  select ${DRAWN} from ${settled(chosen)}
    ${benchmarkUntil(sql`"enteredOn"`)} as index_from on true
    ${benchmarkUntil(sql`ended_on`)} as index_to on true
   order by ended_on desc, settled.id desc`;

const DRAWN_ALERTS = drawn("settled-cards.alerts", sql`and c.kind = 'alert'`);
const DRAWN_OF = drawn(
  "settled-cards.of-alerts",
  sql`and c.kind = 'alert' and c.record_id = any(${array(uuid)("recordIds")}::uuid[]) and not ${isCalledAgain(sql`c`)}`,
);

function toCard({ closes, ...row }: RowOf<typeof DRAWN>): SettledCard {
  const points: Close[] = (closes ?? []).map(([on, close]) => ({ day: on, close }));
  return { ...row, result: resultOf(row), index: indexOver(row) ?? null, points };
}

/** The last settled alerts that a viewer may see, each with its chart, and the index's name. */
export async function settledAlerts(viewer: Viewer, limit: number) {
  const { id, name } = await benchmark();
  const found = await DRAWN_ALERTS.all({ ...readableFor(viewer), index: id, limit });
  return { index: name, cards: found.map(toCard) };
}

/**
 * How alerts ended, by their ids. Only the last call of a record counts, and none while it is open. For
 * readers with access to the alerts.
 */
export async function outcomesOf(viewer: Viewer, recordIds: string[]) {
  const { id, name } = await benchmark();
  const params = { recordIds, index: id, limit: CALLS_OF_A_RECORD * recordIds.length };
  const found = await DRAWN_OF.all({ ...readableFor(viewer), ...params });
  const cards = found.map(toCard).toReversed();
  return { index: name, cards: Object.fromEntries(cards.map((card) => [card.recordId, card])) };
}

/** An upper limit of calls per record. */
const CALLS_OF_A_RECORD = 4;

/** A settled call in the right column. */
export type SettledLine = Pick<
  SettledCard,
  "id" | "kind" | "name" | "direction" | "madeOn" | "endedOn" | "reason" | "result"
>;

/** The number of lines in the right column. */
const LINES = 4;

const toLine = ({
  id,
  kind,
  name,
  direction,
  madeOn,
  endedOn,
  reason,
  ...prices
}: RowOf<typeof CARD>): SettledLine => {
  const result = resultOf({ ...prices, direction, endedOn, indexFrom: null, indexTo: null });
  return { id, kind, name, direction, madeOn, endedOn, reason, result };
};

/** The last settled calls that a viewer may see. */
export async function lastSettledFor(viewer: Viewer, limit: number): Promise<SettledLine[]> {
  return (await NEWEST.all({ ...readableFor(viewer), limit })).map(toLine);
}

/** The last settled public calls, shared by every page. */
export const lastSettledCalls = new SharedPanel<SettledLine[]>(async () => {
  const { trackRecordDays } = config();
  const found = await NEWEST.allPrepared({ kinds: [], publicDays: trackRecordDays ?? null, limit: LINES });
  return found.map(toLine);
});

/** The share of calls that a viewer may read before they are public. @param kinds the viewer's kinds */
function leadScope(kinds: readonly string[]): LeadScope {
  if (kinds.length === 0) return "public";
  return kinds.length === EVERY_KIND ? "all" : "some";
}

/** The last settled call that a viewer may see, with its exhibit, right or wrong. */
export const lastSettled = new ContentByScope(readerScope, readLastSettled);

async function readLastSettled(viewer: Viewer) {
  const newest = await NEWEST.first({ ...readableFor(viewer), limit: 1 });
  const found = newest && (await settledCall(viewer, newest.id));
  if (!newest || !found?.settled?.chart) return undefined;
  const { chart, result, over, index, comparison } = found.settled;
  const kinds = readableKinds(viewer);
  const readsRecord = newest.kind === "alert" && kinds.includes(`alert ${found.call.audience}`);
  return {
    ...newest,
    chart,
    result,
    over: over ?? null,
    index,
    comparison,
    lastDay: found.call.lastDay,
    currency: found.call.currency,
    scope: leadScope(kinds),
    /** The alert's page, for viewers who may read it. */
    record: readsRecord ? `/trade-alert/${newest.recordId}` : undefined,
  };
}

export type LastSettled = NonNullable<Awaited<ReturnType<typeof readLastSettled>>>;
