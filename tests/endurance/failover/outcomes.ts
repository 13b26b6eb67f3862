import { countStatuses, slowest, type Timing } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import {
  type Balance,
  firstAfter,
  KINDS,
  type Kind,
  longestGap,
  longestGaps,
  type Sighting,
  type Visit,
  visitsDuring,
  type Write,
} from "./record";

/** Everything that was measured in one play. */
export type Measured = {
  writes: readonly Write[];
  balances: Readonly<Record<Kind, Balance>>;
  visits: readonly Visit[];
  /** All other requests. */
  requests: readonly Timing[];
  sightings: readonly Sighting[];
  ledgerHolds: boolean;
  /** Neither instance ended. */
  bothAlive: boolean;
  /** Writes that a cut-off node confirmed after another one was primary. */
  strayWrites?: number;
  /** What did not come back within the wait after the fault. */
  missing: readonly string[];
};

export type Limits = {
  /** The longest time without a confirmed write of one kind. Milliseconds. */
  writesBack?: number;
  /** Asynchronous replication may lose what it had not sent: the loss is counted, not judged. */
  mayLose?: boolean;
};

/** Milliseconds. */
const ANSWERED_WITHIN = 5_000;
const SEEN_WITHIN = 1_000;

/** The row of a play. @param what is played */
export function playOutcome(what: string, measured: Measured, { writesBack, mayLose }: Limits): Outcome {
  const { balances, visits, requests, sightings, missing, strayWrites = 0 } = measured;
  const gap = longestGap(measured.writes);
  const gaps = longestGaps(measured.writes);
  const lengthOf = (kind: Kind) => gaps[kind].to - gaps[kind].from;
  const without = visitsDuring(visits, gap);
  const first = firstAfter(sightings, gap);
  const seenAfter = first ? Math.max(...first.ms) : Number.POSITIVE_INFINITY;
  const all = [...visits, ...requests];
  const last = slowest(all);
  const wrong = all.filter(({ status }) => status === 500 || status === 0).length;
  const count = (read: (balance: Balance) => number) =>
    KINDS.reduce((sum, kind) => sum + read(balances[kind]), 0);
  const [lost, doubled] = [count(({ lost }) => lost.length), count(({ doubled }) => doubled.length)];
  const late = sightings.filter(({ ms }) => Math.max(...ms) > SEEN_WITHIN).length;
  const figure = [
    `confirmed: ${KINDS.map((kind) => counted(balances[kind].confirmed, kind)).join(", ")}; ${lost} lost, ${doubled} doubled`,
    `nothing confirmed for ${seconds(gap.to - gap.from)} (${KINDS.map((kind) => `${kind} ${seconds(lengthOf(kind))}`).join(", ")})`,
    `visitors meanwhile ${countStatuses(without) || "none"}${refusals(without)}`,
    `answers ${countStatuses(all)}, the slowest ${seconds(last?.ms ?? 0)} (${last?.path}, ${last?.status})`,
    `first change after it seen on both within ${seconds(seenAfter)}, ${late} of ${sightings.length} later than 1 s`,
    ...(measured.strayWrites === undefined ? [] : [`${strayWrites} writes confirmed by the old primary`]),
    measured.ledgerHolds ? "the ledger holds" : "THE LEDGER DOES NOT HOLD",
    ...(measured.bothAlive ? [] : ["an instance ended"]),
    ...missing.map((what) => `${what} DID NOT COME BACK`),
  ].join("; ");
  const kept =
    (mayLose || lost === 0) &&
    doubled + strayWrites + wrong === 0 &&
    without.every(({ status }) => status === 200) &&
    (last?.ms ?? 0) <= ANSWERED_WITHIN &&
    seenAfter <= SEEN_WITHIN &&
    (writesBack === undefined || KINDS.every((kind) => lengthOf(kind) <= writesBack)) &&
    missing.length === 0 &&
    measured.ledgerHolds &&
    measured.bothAlive;
  return outcome(`${what}: ${promised(writesBack, mayLose)}`, figure, kept);
}

/** As in " (/search 2, / 1)": the pages that visitors did not get. */
function refusals(visits: readonly Visit[]): string {
  const refused = visits.filter(({ status }) => status !== 200).map(({ path }) => path);
  const paths = [...new Set(refused)].map(
    (path) => `${path} ${refused.filter((one) => one === path).length}`,
  );
  return paths.length > 0 ? ` (${paths.join(", ")})` : "";
}

function promised(writesBack: number | undefined, mayLose = false): string {
  const loss = mayLose ? "what is lost is counted" : "0 lost, 0 doubled";
  const back = writesBack === undefined ? "" : `, writes of each kind back within ${writesBack / 1_000} s`;
  return `${loss}${back}, visitors get pages for 60 s, every answer within 5 s, the first change seen on both instances within 1 s, verify-ledger holds`;
}

const PLURALS: Record<Kind, string> = {
  publication: "publications",
  registration: "registrations",
  purchase: "purchases",
  ledger: "ledger entries",
};

const counted = (number: number, kind: Kind) => `${number} ${PLURALS[kind]}`;
