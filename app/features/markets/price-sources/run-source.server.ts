import { setTimeout as sleep } from "node:timers/promises";
import { em, isDatabaseUnavailable } from "db/orm.server";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";
import { log } from "~/platform/log.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { pluralize } from "~/ui/format";
import { namedOf, type PriceFile } from "../instruments/price-lines.rules";
import { askSource } from "./ask-source.server";
import { FetchError } from "./fetch-answer.server";
import { isDue, siteTime } from "./price-source.rules";
import { activeSchedules } from "./price-sources.queries.server";
import { type NextInstrument, nextInstrument } from "./source-instruments.server";
import { writeSourcePrices } from "./source-prices.server";
import {
  endRun,
  giveBack,
  recordFailure,
  recordStep,
  resumeStalledRuns,
  startRun,
  type Turn,
  TurnLost,
  takeTurn,
} from "./source-runs.server";

/** One part of a run; a job that takes two minutes is given to another server as well. Milliseconds. */
const PART_MS = 40_000;

/** A longer pause between two requests is another job's: this one would only wait. Milliseconds. */
const MAX_SLEEP_MS = 2_000;

/** How often one instrument is asked for where the answer may be another one soon. */
const MAX_TRIES = 4;

/** Seconds before it is asked again; doubled each time. */
const BACK_OFF_SECONDS = 10;

/** Who is told to come back after more than this is done for today. Seconds. */
const MAX_WAIT_SECONDS = 3600;

/** After so many instruments without an answer, and none with prices between them, the others are not asked for. */
const MAX_MISSES = 5;

/**
 * Begins the runs whose hour has come, and goes on with those that nobody goes on with.
 * @param now the database's clock, unless a test says otherwise
 */
export async function startDueRuns(now?: Date): Promise<void> {
  const time = siteTime(config().siteTz, now ?? (await databaseNow()));
  for (const { id, ...schedule } of await activeSchedules())
    if (isDue(schedule, time)) await startRun(id, time.day);
  await resumeStalledRuns();
}

/** Where a run stands within a part of it. */
type Progress = { after: string; tries: number; misses: number };

/**
 * Does a part of a source's run and leaves the rest to the next job. Each instrument is written whole, with the place where the
 * run stands, or not at all; so whoever goes on after a server that died does what it would have done.
 * @returns whether the run has ended and brought prices
 */
export async function runSource(sourceId: string, now?: Date): Promise<boolean> {
  const turn = await takeTurn(sourceId);
  if (!turn) return false;
  try {
    return await goOn(turn, now ?? (await databaseNow()));
  } catch (error) {
    if (error instanceof TurnLost) return false;
    throw error;
  }
}

async function goOn(turn: Turn, now: Date): Promise<boolean> {
  const pauseMs = 60_000 / turn.requestsPerMinute;
  const until = performance.now() + PART_MS;
  const mayStay = () => pauseMs <= MAX_SLEEP_MS && performance.now() < until && !isStopping();
  let at: Progress = { after: turn.runAfter ?? "", tries: turn.runTries, misses: turn.runMisses };
  for (;;) {
    const next = await nextInstrument(turn, at.after);
    if (!next) return endRun(turn);
    const done = await doInstrument(turn, next, at, now);
    if ("stop" in done) return endRun(turn, done.stop);
    if ("again" in done) return leave(turn, at.tries + 1, Math.max(done.again, pauseMs / 1000));
    at = { after: next.listed, tries: 0, misses: done.misses };
    if (!mayStay()) return leave(turn, 0, pauseMs / 1000);
    await sleep(pauseMs);
  }
}

async function leave(turn: Turn, tries: number, delaySeconds: number): Promise<false> {
  await giveBack(turn, tries, delaySeconds);
  return false;
}

/** `misses` where the instrument is done with, `again` in so many seconds, or `stop`: why the run ends here. */
type Done = { misses: number } | { again: number } | { stop: string };

async function doInstrument(turn: Turn, next: NextInstrument, at: Progress, now: Date): Promise<Done> {
  const { id, listed, wanted, problem } = next;
  try {
    if (problem) throw new FetchError("refused", problem);
    if (!id) throw new FetchError("refused", `No instrument has the symbol ${wanted.symbol}`);
    await take(turn, { id, listed }, await askSource(turn, wanted, now));
    return { misses: 0 };
  } catch (error) {
    return judge(turn, listed, asFetchError(turn, error), at);
  }
}

/** What merely broke is this instrument's failure, too: the others go on. @throws what ends the turn itself */
function asFetchError({ id }: Turn, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof TurnLost || isDatabaseUnavailable(error)) throw error;
  log().error({ priceSource: id, err: error }, "prices not taken");
  return new FetchError("refused", "Something broke here: the server's log says what");
}

async function take(turn: Turn, { id, listed }: { id: string; listed: string }, file: PriceFile) {
  const written = await em().transactional(async (manager) => {
    const currency = file.currency ?? turn.currency;
    const taken = { source: turn, instrumentId: id, prices: file.prices, currency };
    const changed = await writeSourcePrices(manager, taken);
    const unchanged = file.prices.length - changed;
    await recordStep(manager, turn, { symbol: listed, misses: 0, written: changed, unchanged });
    if (file.leftOut.length > 0) await recordFailure(manager, turn, listed, leftOutText(file));
    return changed;
  });
  if (written > 0) invalidatePageCache(["daily_prices"]);
}

/** What is told of an answer of which some lines were not taken. */
const leftOutText = ({ prices, leftOut }: PriceFile): string =>
  `${pluralize(prices.length, "day")} taken. Left out: ${namedOf(leftOut)}`.slice(0, MAX_REASON);

/** Characters that are kept of why something failed. */
const MAX_REASON = 500;

/** What becomes of an instrument without prices. */
async function judge(turn: Turn, symbol: string, error: FetchError, at: Progress): Promise<Done> {
  const { kind, message, retryAfter = 0 } = error;
  if (retryAfter > MAX_WAIT_SECONDS)
    return { stop: `${message}; it is to be asked again in ${Math.ceil(retryAfter / 3600)} hours` };
  const passing = kind === "later" || kind === "limit";
  if (passing && at.tries + 1 < MAX_TRIES)
    return { again: Math.max(retryAfter, BACK_OFF_SECONDS * 2 ** at.tries) };
  // Who has asked too often would be told so of every other instrument.
  if (kind === "limit") return { stop: message };
  // An answer that cannot be taken, or one that was never asked for, says nothing of whether there would be others.
  const misses = kind === "refused" ? at.misses : at.misses + 1;
  await em().transactional(async (manager) => {
    await recordStep(manager, turn, { symbol, misses, failed: 1, error: `${symbol}: ${message}` });
    await recordFailure(manager, turn, symbol, message);
  });
  return misses < MAX_MISSES
    ? { misses }
    : { stop: `Given up after ${MAX_MISSES} instruments without an answer: ${message}` };
}
