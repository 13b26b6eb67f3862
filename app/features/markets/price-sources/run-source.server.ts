import { setTimeout as sleep } from "node:timers/promises";
import { em, isDatabaseUnavailable } from "db/orm.server";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";
import { log } from "~/platform/log.server";
import { FetchError } from "~/platform/outgoing/guarded-request.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { pluralize } from "~/ui/format";
import { type PriceFile, quoteLines } from "../instruments/price-lines.rules";
import { isDue, siteTime } from "./price-source.rules";
import { activeSchedules } from "./price-sources.queries.server";
import { requestPrices } from "./request-prices.server";
import { type NextInstrument, nextInstrument } from "./source-instruments.server";
import { writeSourcePrices } from "./source-prices.server";
import {
  endRun,
  type LeasedRun,
  LeaseLost,
  leaseRun,
  releaseRun,
  resumeStalledRuns,
  saveFailure,
  saveStep,
  startRun,
} from "./source-run-state.server";

/**
 * One part of a run. The queue gives a job that takes two minutes to another server as well. Milliseconds.
 */
const PART_MS = 40_000;

/**
 * For a longer pause between requests another job takes over, since this one would only wait. Milliseconds.
 */
const MAX_SLEEP_MS = 2_000;

/** Attempts for one instrument if a retry may work. */
const MAX_TRIES = 4;

/** Seconds before the first retry; doubled each time. */
const BACK_OFF_SECONDS = 10;

/** A provider that asks for a longer pause ends the run for the day. Seconds. */
const MAX_WAIT_SECONDS = 3600;

/** After this many instruments without a response, and none with prices between them, the run stops. */
const MAX_MISSES = 5;

/**
 * Starts due runs, and resumes stalled ones.
 * @param now the database's clock, unless a test sets it
 */
export async function startDueRuns(now?: Date): Promise<void> {
  const time = siteTime(config().siteTz, now ?? (await databaseNow()));
  for (const { id, ...schedule } of await activeSchedules())
    if (isDue(schedule, time)) await startRun(id, time.day);
  await resumeStalledRuns();
}

/** The position of a run within one part. */
type Progress = { after: string; tries: number; misses: number };

/**
 * Does a part of a source's run and leaves the rest to the next job. Each instrument's prices are written
 * together with the run's position, or not at all. So another server can continue after a crash.
 * @returns whether the run has ended and brought prices
 */
export async function runSource(sourceId: string, now?: Date): Promise<boolean> {
  const run = await leaseRun(sourceId);
  if (!run) return false;
  try {
    return await continueRun(run, now ?? (await databaseNow()));
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

async function continueRun(run: LeasedRun, now: Date): Promise<boolean> {
  const pauseMs = 60_000 / run.requestsPerMinute;
  const until = performance.now() + PART_MS;
  const mayStay = () => pauseMs <= MAX_SLEEP_MS && performance.now() < until && !isStopping();
  let at: Progress = { after: run.runAfter ?? "", tries: run.runTries, misses: run.runMisses };
  for (;;) {
    const next = await nextInstrument(run, at.after);
    if (!next) return endRun(run);
    const done = await fetchInstrument(run, next, at, now);
    if ("stop" in done) return endRun(run, done.stop);
    if ("again" in done) return leaveToNextJob(run, at.tries + 1, Math.max(done.again, pauseMs / 1000));
    at = { after: next.listed, tries: 0, misses: done.misses };
    if (!mayStay()) return leaveToNextJob(run, 0, pauseMs / 1000);
    await sleep(pauseMs);
  }
}

async function leaveToNextJob(run: LeasedRun, tries: number, delaySeconds: number): Promise<false> {
  await releaseRun(run, tries, delaySeconds);
  return false;
}

/**
 * `misses`: the instrument is finished. `again`: retry after that many seconds. `stop`: why the run ends
 * here.
 */
type InstrumentOutcome = { misses: number } | { again: number } | { stop: string };

async function fetchInstrument(
  run: LeasedRun,
  next: NextInstrument,
  at: Progress,
  now: Date,
): Promise<InstrumentOutcome> {
  const { id, listed, wanted, problem } = next;
  try {
    if (problem) throw new FetchError("refused", problem);
    if (!id) throw new FetchError("refused", `No instrument has the symbol ${wanted.symbol}`);
    await storePrices(run, { id, listed }, await requestPrices(run, wanted, now));
    return { misses: 0 };
  } catch (error) {
    return handleFailure(run, listed, asFetchError(run, error), at);
  }
}

/**
 * An unexpected error also counts as this instrument's failure, and the run continues.
 * @throws errors that end this part of the run
 */
function asFetchError({ id }: LeasedRun, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error;
  log().error({ priceSource: id, err: error }, "prices not taken");
  return new FetchError("refused", "Internal error: see the server's log");
}

async function storePrices(run: LeasedRun, { id, listed }: { id: string; listed: string }, file: PriceFile) {
  const written = await em().transactional(async (manager) => {
    const currency = file.currency ?? run.currency;
    const taken = { source: run, instrumentId: id, prices: file.prices, currency };
    const changed = await writeSourcePrices(manager, taken);
    const unchanged = file.prices.length - changed;
    await saveStep(manager, run, { symbol: listed, misses: 0, written: changed, unchanged });
    if (file.leftOut.length > 0) await saveFailure(manager, run, listed, leftOutText(file));
    return changed;
  });
  if (written > 0) invalidatePageCache(["daily_prices"]);
}

/** The message about a response with lines that were left out. */
const leftOutText = ({ prices, leftOut }: PriceFile): string =>
  `${pluralize(prices.length, "day")} taken. Left out: ${quoteLines(leftOut)}`.slice(0, MAX_REASON);

/** Stored characters of a failure's reason. */
const MAX_REASON = 500;

/** Decides what follows for an instrument without prices. */
async function handleFailure(
  run: LeasedRun,
  symbol: string,
  error: FetchError,
  at: Progress,
): Promise<InstrumentOutcome> {
  const { kind, message, retryAfter = 0 } = error;
  if (retryAfter > MAX_WAIT_SECONDS)
    return { stop: `${message}; the source accepts requests again in ${Math.ceil(retryAfter / 3600)} hours` };
  const passing = kind === "later" || kind === "limit";
  if (passing && at.tries + 1 < MAX_TRIES)
    return { again: Math.max(retryAfter, BACK_OFF_SECONDS * 2 ** at.tries) };
  // The limit applies to all other instruments as well.
  if (kind === "limit") return { stop: message };
  // An unusable response, or a request that was never sent, says nothing about the provider's availability.
  const misses = kind === "refused" ? at.misses : at.misses + 1;
  await em().transactional(async (manager) => {
    await saveStep(manager, run, { symbol, misses, failed: 1, error: `${symbol}: ${message}` });
    await saveFailure(manager, run, symbol, message);
  });
  return misses < MAX_MISSES
    ? { misses }
    : { stop: `Given up after ${MAX_MISSES} instruments without an answer: ${message}` };
}
