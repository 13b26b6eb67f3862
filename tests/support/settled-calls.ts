import { resultChecks } from "~/features/calls/settlement/check-results.server";
import { settlementRound } from "~/features/calls/settlement/settle-calls.server";
import { insertRecord } from "./record-factories";
import { database } from "./running-app";

/** The day the given number of days ago: yyyy-mm-dd, in UTC. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A complete round over the open calls. @param now as for `settlementRound` */
export async function settleCalls(now?: Date): Promise<void> {
  const settlePart = settlementRound(now);
  while ((await settlePart()) > 0);
}

/** Checks all results whose prices may have changed. @param now as for `settlementRound` */
export async function checkResults(now?: Date): Promise<void> {
  const checkPart = resultChecks(now);
  while ((await checkPart()) > 0);
}

/**
 * The call of a trade alert that ran ten days and closed the given days ago, with a gain of 12.34%. @returns
 * its id
 */
export const insertSettledCall = (days: number, values: Record<string, unknown> = {}): Promise<string> =>
  insertRecord(database, "calls", {
    symbol: "CNRY",
    name: "Canary Corporation",
    made_at: `${daysAgo(days + 10)}T12:00:00Z`,
    entry_price: "100",
    state: "closed",
    ended_on: daysAgo(days),
    close_price: "112.34",
    close_ratio: "1",
    close_reason: "target",
    ...values,
  });

/** Changed terms of a call, the given number of days ago. */
export const changeCall = (
  call: string,
  days: number,
  changes: Record<string, { from: string; to: string }>,
) =>
  database.rows(
    `insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
     values ((select coalesce(max(seq), 0) + 1 from call_events), ?, 'changed', ?, repeat('0', 32), ?,
             repeat('0', 64), repeat('0', 64), repeat('0', 64))`,
    [call, JSON.stringify({ changes }), `${daysAgo(days)}T12:00:00Z`],
  );

/**
 * The verification's findings for a test's calls, except that prices of future days arrived today. @param
 * problems of `verifyLedger`
 */
export const butOfDaysToCome = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !OF_DAYS_TO_COME.test(problem));
const OF_DAYS_TO_COME = /: event \d+: (ended on|measured from the price of) a future day$/;
