import { Cleanup } from "./cleanup";
import { PLAYS } from "./failover/plays";
import { type Options, readOptions } from "./options";
import type { Outcome } from "./outcome";
import { asMarkdown, asText, exitCode, type Report } from "./report";
import { bruteForce } from "./scenarios/brute-force";
import { clocks } from "./scenarios/clocks";
import { database } from "./scenarios/database";
import { diskFull } from "./scenarios/disk-full";
import { edition } from "./scenarios/edition";
import { enumeration } from "./scenarios/enumeration";
import { failover } from "./scenarios/failover";
import { follower } from "./scenarios/follower";
import { kills } from "./scenarios/kills";
import { mailDown } from "./scenarios/mail-down";
import { mixedLoad } from "./scenarios/mixed-load";
import { payments } from "./scenarios/payments";
import { pointInTime } from "./scenarios/point-in-time";
import { rollingRestart } from "./scenarios/rolling-restart";
import { sessions } from "./scenarios/sessions";
import { sharedContent } from "./scenarios/shared-content";
import { starts } from "./scenarios/starts";
import { prepare, type Run } from "./site";

/** Runs one kind of failure. @throws if it cannot run: its promises then count as broken */
type Scenario = (run: Run) => Promise<Outcome[]>;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  database,
  failover,
  "rolling-restart": rollingRestart,
  kills,
  "mail-down": mailDown,
  edition,
  "disk-full": diskFull,
  payments,
  "brute-force": bruteForce,
  enumeration,
  follower,
  sessions,
  "shared-content": sharedContent,
  clocks,
  starts,
  "point-in-time": pointInTime,
  "mixed-load": mixedLoad,
};

/** Time limits of one scenario in milliseconds, without its configured duration. Failover has many plays, an edition many readers. */
const LIMIT_MS = 15 * 60_000;
const LONGER_LIMIT_MS: Readonly<Record<string, number>> = { failover: 60 * 60_000, edition: 60 * 60_000 };

const say = (line: string) => console.error(line);
const printReport = (error: unknown) => console.error(error);

/** @param words after `npm run endurance --` @returns the exit code: 1 if a promise is broken or a word is wrong */
export async function main(words: readonly string[]): Promise<number> {
  const options = optionsOf(words);
  if (!options) return 1;
  const cleanup = new Cleanup();
  endOnSignal(cleanup);
  try {
    const reports = await runScenarios(options, cleanup);
    const day = new Date().toISOString().slice(0, 10);
    console.log(options.markdown ? asMarkdown(reports, day) : `\n${asText(reports)}`);
    return exitCode(reports);
  } finally {
    await cleanup.run(printReport);
  }
}

function optionsOf(words: readonly string[]): Options | undefined {
  try {
    return readOptions(words, { scenarios: Object.keys(SCENARIOS), plays: PLAYS.map(({ name }) => name) });
  } catch (error) {
    say((error as Error).message);
    return undefined;
  }
}

/** The launcher forwards signals that the terminal also sends to this process: two count as one. */
function endOnSignal(cleanup: Cleanup): void {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.once(signal, () => void cleanup.run(printReport).then(() => process.exit(code)));
    process.on(signal, () => {});
  }
}

async function runScenarios(options: Options, cleanup: Cleanup): Promise<Report[]> {
  say("a database with the demo's content");
  const run = await prepare({ options, cleanup, say });
  const reports: Report[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (options.names.length > 0 && !options.names.includes(name)) continue;
    say(name);
    const outcomes = await runScenario(name, scenario, run);
    // The run may take an hour: the report prints as it goes.
    for (const { verdict, figure } of outcomes) say(`  ${verdict}: ${figure}`);
    reports.push({ scenario: name, outcomes });
  }
  return reports;
}

/** One scenario with the cleanup of everything it started. */
async function runScenario(name: string, scenario: Scenario, run: Run): Promise<Outcome[]> {
  const own = new Cleanup();
  // If the whole run is cancelled, so is this scenario.
  run.cleanup.defer(() => own.run(printReport));
  const limit =
    (LONGER_LIMIT_MS[name] ?? LIMIT_MS) + (run.options.minutes + run.options.mailMinutes) * 60_000;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${limit / 60_000} minutes`)), limit);
  });
  try {
    return await Promise.race([scenario({ ...run, cleanup: own }), tooLong]);
  } catch (error) {
    printReport(error);
    return [{ promise: name, figure: `could not be played: ${String(error)}`, verdict: "broken" }];
  } finally {
    clearTimeout(timer);
    await own.run(printReport);
  }
}
