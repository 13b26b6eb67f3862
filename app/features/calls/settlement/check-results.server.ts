import { type EntityManager, em } from "db/orm.server";
import { config } from "~/platform/config.server";
import { databaseNow, siteToday } from "~/platform/database-clock.server";
import { log } from "~/platform/log.server";
import { dayIn } from "~/ui/dates";
import { entryDay } from "../call-events.rules";
import { entrySharesNow, settlementByPrices } from "./due-by-prices.server";
import { type CallWithPrices, callsWithPrices } from "./measured-calls.queries.server";
import {
  CHECKED_AT_ONCE,
  clearDifferences,
  closedAfter,
  finishRevised,
  nextRevised,
  type ResultDifference,
  reportedBefore,
  saveCheckPosition,
  saveDifferences,
} from "./result-checks.queries.server";
import {
  isByHand,
  priceDifference,
  type Result,
  ruleDifference,
  sharesDifference,
} from "./result-checks.rules";
import { sharesRatioText } from "./settlement.rules";

/** The reported results to check again per hour. A staff decision may have changed what prices say. */
const REPORTED_PER_ROUND = 1_000;

/**
 * Checks the closed calls of instruments whose past prices or splits changed, and saves the differing
 * results. Then it checks the reported results again. Each instrument stores its position, so a restarted
 * server continues there. The check changes no result.
 * @param now as for `settlementRound`
 * @returns a function that checks one part and returns the number of calls; 0 at the end
 */
export function resultChecks(now?: Date): () => Promise<number> {
  let began: Date | undefined;
  let left = REPORTED_PER_ROUND;
  return async () => {
    began ??= await databaseNow();
    const today = await siteToday(now);
    const revised = await checkRevised(today);
    if (revised > 0) return revised;
    const reported = await checkReported(began, Math.min(left, CHECKED_AT_ONCE), today);
    left -= reported;
    return reported;
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
    if (last && calls.length === CHECKED_AT_ONCE) await saveCheckPosition({ ...place, ...last }, manager);
    else await finishRevised(place.instrumentId, today, manager);
    return Math.max(1, calls.length);
  });

const checkReported = (before: Date, most: number, today: string): Promise<number> =>
  em().transactional(async (manager) => {
    const reported = await reportedBefore(before, most, manager);
    await check(
      reported.map(({ callId }) => callId),
      today,
      manager,
    );
    return reported.length;
  });

async function check(ids: string[], today: string, manager: EntityManager): Promise<void> {
  if (ids.length === 0) return;
  const calls = await callsWithPrices({ ids, state: "closed", today }, manager);
  const found = calls.flatMap((read): ResultDifference[] => {
    const says = safeDifference(read, today);
    return says === undefined ? [] : [{ id: read.call.id, says, lastSeq: read.call.lastSeq }];
  });
  await saveDifferences(found, manager);
  const reported = new Set(found.map(({ id }) => id));
  await clearDifferences(
    ids.filter((id) => !reported.has(id)),
    manager,
  );
}

/** A call with changed events must not block the check of others. The verification reports it. */
function safeDifference(read: CallWithPrices, today: string): string | undefined {
  try {
    return resultDifference(read, today);
  } catch (error) {
    log().error({ err: error, call: read.call.id }, "a result could not be checked");
    return undefined;
  }
}

/**
 * The difference between a closed call's result and current prices; undefined if there is none. A result by
 * hand is compared with prices of that day and the splits up to then.
 * @param today yyyy-mm-dd, in the site's zone. @throws Error if someone changed the call's events
 */
export function resultDifference(read: CallWithPrices, today: string): string | undefined {
  const { endedOn: on, closePrice: price, closeRatio: ratio, closeReason: reason } = read.call;
  if (on === null || price === null || ratio === null || reason === null) return undefined;
  const result: Result = { on, price, ratio, reason };
  if (!isByHand(reason)) return ruleDifference(result, settlementByPrices(read, today));
  const day = read.days.find((each) => each.day === on);
  const entered = { madeOn: entryDay(read.call, config().siteTz), shares: Number(entrySharesNow(read)) };
  return (
    priceDifference(result, day, resultEnteredOn(read) <= on) ??
    sharesDifference(result, sharesRatioText(entered, on, read.splits))
  );
}

/** The day, in the site's zone, on which the result was entered. */
function resultEnteredOn({ events }: CallWithPrices): string {
  const last = events.findLast(({ kind }) => kind === "closed" || kind === "corrected");
  return last ? dayIn(config().siteTz, last.at) : "";
}
