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
import { benchmark } from "./benchmark.queries.server";
import { isCalledAnew } from "./public-calls.server";
import {
  EVERY_KIND,
  indexUntil,
  READABLE,
  readableFor,
  readableKinds,
  readerScope,
} from "./record.queries.server";
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

/** Before a call was made so many days are drawn: some eight sessions. */
const DAYS_BEFORE = 12;

/** How many shares of a later day one of a day has become, of the card's instrument. */
const sharesOf = (since: Fragment<object>, until: Fragment<object>) =>
  sharesBetween(sql`settled.instrument_id`, since, until);

const DRAWN = {
  ...CARD,
  indexFrom: decimal.orNull.from`index_from.close`,
  indexTo: decimal.orNull.from`index_to.close`,
  closes: json<[day: string, close: number][] | null>().from`(
    select json_agg(json_build_array(d.day, price_after(d.close
             * ${sharesOf(sql`"enteredOn"`, sql`d.day`)}, ${sharesOf(sql`d.day`, sql`"enteredOn"`)})) order by d.day)
      from daily_prices as d
     where d.instrument_id = settled.instrument_id and d.day between "enteredOn" - ${DAYS_BEFORE} and ended_on
       and not exists (select from instruments i where i.id = d.instrument_id and i.currency <> settled.currency))`,
};

/** What a price was paid and got for, the newest first. Needs the parameters of `READABLE`. */
const settled = (chosen: Fragment<object>) => sql`(
  select c.*, ${siteDayOf(sql`c.made_at`)} as "madeOn", ${enteredOn(sql`c`)} as "enteredOn" from calls c
   where c.part is not null and ${READABLE} ${chosen}
   order by c.ended_on desc, c.id desc limit ${int("limit")}) as settled`;

const NEWEST = statement("settled-cards.newest", CARD)`
  select ${CARD} from ${settled(sql``)} order by ended_on desc, id desc`;

const drawn = (name: string, chosen: Fragment<object>) => statement(name, DRAWN)`
  select ${DRAWN} from ${settled(chosen)}
    ${indexUntil(sql`"enteredOn"`)} as index_from on true
    ${indexUntil(sql`ended_on`)} as index_to on true
   order by ended_on desc, settled.id desc`;

const DRAWN_ALERTS = drawn("settled-cards.alerts", sql`and c.kind = 'alert'`);
const DRAWN_OF = drawn(
  "settled-cards.of-alerts",
  sql`and c.kind = 'alert' and c.record_id = any(${array(uuid)("recordIds")}::uuid[]) and not ${isCalledAnew(sql`c`)}`,
);

function cardOf({ closes, ...row }: RowOf<typeof DRAWN>): SettledCard {
  const points: Close[] = (closes ?? []).map(([on, close]) => ({ day: on, close }));
  return { ...row, result: resultOf(row), index: indexOver(row) ?? null, points };
}

/** The alerts that were settled last and that a viewer may know of, each with its drawing, and what they are compared with. */
export async function settledAlerts(viewer: Viewer, limit: number) {
  const { id, name } = await benchmark();
  const found = await DRAWN_ALERTS.all({ ...readableFor(viewer), index: id, limit });
  return { index: name, cards: found.map(cardOf) };
}

/** How alerts ended, by their ids; of one that was called again its last call, and nothing while that is open. For readers who may read them. */
export async function outcomesOf(viewer: Viewer, recordIds: string[]) {
  const { id, name } = await benchmark();
  const asked = { recordIds, index: id, limit: CALLS_OF_A_RECORD * recordIds.length };
  const found = await DRAWN_OF.all({ ...readableFor(viewer), ...asked });
  const cards = found.map(cardOf).toReversed();
  return { index: name, cards: Object.fromEntries(cards.map((card) => [card.recordId, card])) };
}

/** More of them are looked through than a record is ever called again. */
const CALLS_OF_A_RECORD = 4;

/** A settled call in a line of the right column. */
export type SettledLine = Pick<
  SettledCard,
  "id" | "kind" | "name" | "direction" | "madeOn" | "endedOn" | "reason" | "result"
>;

/** In the right column stand so many. */
const LINES = 4;

const lineOf = ({
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

/** The calls that were settled last, of those that a viewer may know of. */
export async function lastSettledFor(viewer: Viewer, limit: number): Promise<SettledLine[]> {
  return (await NEWEST.all({ ...readableFor(viewer), limit })).map(lineOf);
}

/** The calls that were settled last and are public: the same for everybody, beside every page. */
export const lastSettledCalls = new SharedPanel<SettledLine[]>(async () => {
  const { trackRecordDays } = config();
  const found = await NEWEST.allPrepared({ kinds: [], publicDays: trackRecordDays ?? null, limit: LINES });
  return found.map(lineOf);
});

/** How much of the calls somebody reads before they are public. @param kinds those of which they may read */
function scopeOf(kinds: readonly string[]): LeadScope {
  if (kinds.length === 0) return "public";
  return kinds.length === EVERY_KIND ? "all" : "some";
}

/** The call that was settled last of those that a viewer may know of, with its exhibit: right or wrong. */
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
    scope: scopeOf(kinds),
    /** Where the alert can be read, for who may. */
    record: readsRecord ? `/trade-alert/${newest.recordId}` : undefined,
  };
}

export type LastSettled = NonNullable<Awaited<ReturnType<typeof readLastSettled>>>;
