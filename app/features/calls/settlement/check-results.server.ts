import { type EntityManager, em } from "db/orm.server";
import { config } from "~/platform/config.server";
import { databaseNow, siteToday } from "~/platform/database-clock.server";
import { log } from "~/platform/log.server";
import { dayIn } from "~/ui/dates";
import { measuredFrom } from "../call-events.rules";
import { entrySharesNow, settlementBy } from "./by-prices.server";
import { type CallWithPrices, callsWithPrices } from "./measured-calls.queries.server";
import {
  CHECKED_AT_ONCE,
  closedAfter,
  finishRevised,
  forgetTold,
  goOnFrom,
  nextRevised,
  type Otherwise,
  tell,
  toldBefore,
} from "./result-checks.queries.server";
import { isByHand, type Result, saidAgainst, saidInstead, saidOfShares } from "./result-checks.rules";
import { sharesOn } from "./settlement.rules";

/** Of those that staff are told of, looked at again in an hour: what prices say of them may have changed by a word of staff. */
const TOLD_IN_A_ROUND = 1_000;

/**
 * Looks at the closed calls of instruments of which a past price or split is another one now, and writes down whose result prices would
 * make otherwise; then at those that staff are told of already. The place is kept with each instrument, so whoever goes on after a
 * server that died goes on from there. No result is changed by it.
 * @param now as for `settlementRound`
 * @returns what does a part of it, and says how much was looked at; 0 at the end
 */
export function resultChecks(now?: Date): () => Promise<number> {
  let began: Date | undefined;
  let left = TOLD_IN_A_ROUND;
  return async () => {
    began ??= await databaseNow();
    const today = await siteToday(now);
    const revised = await checkRevised(today);
    if (revised > 0) return revised;
    const told = await checkTold(began, Math.min(left, CHECKED_AT_ONCE), today);
    left -= told;
    return told;
  };
}

const checkRevised = (today: string): Promise<number> =>
  em().transactional(async (manager) => {
    const place = await nextRevised(today, manager);
    if (!place) return 0;
    const calls = await closedAfter(place, manager);
    await check(
      calls.map(({ callId }) => callId),
      today,
      manager,
    );
    const last = calls.at(-1);
    if (last && calls.length === CHECKED_AT_ONCE) await goOnFrom({ ...place, ...last }, manager);
    else await finishRevised(place.instrumentId, today, manager);
    return Math.max(1, calls.length);
  });

const checkTold = (before: Date, most: number, today: string): Promise<number> =>
  em().transactional(async (manager) => {
    const told = await toldBefore(before, most, manager);
    await check(
      told.map(({ callId }) => callId),
      today,
      manager,
    );
    return told.length;
  });

async function check(ids: string[], today: string, manager: EntityManager): Promise<void> {
  if (ids.length === 0) return;
  const calls = await callsWithPrices({ ids, state: "closed", today }, manager);
  const found = calls.flatMap((read): Otherwise[] => {
    const says = otherwiseOrNothing(read, today);
    return says === undefined ? [] : [{ id: read.call.id, says, lastSeq: read.call.lastSeq }];
  });
  await tell(found, manager);
  const told = new Set(found.map(({ id }) => id));
  await forgetTold(
    ids.filter((id) => !told.has(id)),
    manager,
  );
}

/** A call whose events somebody has changed keeps no other from being looked at; the verification names it. */
function otherwiseOrNothing(read: CallWithPrices, today: string): string | undefined {
  try {
    return saidOtherwise(read, today);
  } catch (error) {
    log().error({ err: error, call: read.call.id }, "a result could not be checked");
    return undefined;
  }
}

/**
 * What the prices that are known now say in place of a closed call's result, undefined where they say nothing else. A hand's is held
 * against the prices of its day, and the splits until then.
 * @param today of the site, yyyy-mm-dd. @throws Error for events that somebody has changed
 */
export function saidOtherwise(read: CallWithPrices, today: string): string | undefined {
  const { endedOn: on, closePrice: price, closeRatio: ratio, closeReason: reason } = read.call;
  if (on === null || price === null || ratio === null || reason === null) return undefined;
  const result: Result = { on, price, ratio, reason };
  if (!isByHand(reason)) return saidInstead(result, settlementBy(read, today));
  const day = read.days.find((each) => each.day === on);
  const entered = { madeOn: measuredFrom(read.call, config().siteTz), shares: Number(entrySharesNow(read)) };
  return (
    saidAgainst(result, day, saidOn(read) <= on) ?? saidOfShares(result, sharesOn(entered, on, read.splits))
  );
}

/** The site's day on which a result was said. */
function saidOn({ events }: CallWithPrices): string {
  const last = events.findLast(({ kind }) => kind === "closed" || kind === "corrected");
  return last ? dayIn(config().siteTz, last.at) : "";
}
