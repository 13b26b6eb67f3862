import type { Timing } from "../load";

/** What people and staff write during a play. "publication" is an article, "ledger" an entry for a new alert. */
export const KINDS = ["publication", "registration", "purchase", "ledger"] as const;
export type Kind = (typeof KINDS)[number];

/** A write that was confirmed. Times are milliseconds of `performance.now`. */
export type Write = { kind: Kind; key: string; at: number };

/** An answer to a visitor, and when it was requested. */
export type Visit = Timing & { at: number };

/** How long after its confirmation a publication showed on each instance. Infinity: not within the wait. */
export type Sighting = { at: number; ms: number[] };

export type Gap = { from: number; to: number };

/** The confirmed writes that the database lacks, and those that it has more than once. */
export type Balance = { confirmed: number; lost: string[]; doubled: string[] };

/** @param present the key of each row, so a doubled write is there twice */
export function balance(writes: readonly Write[], kind: Kind, present: readonly string[]): Balance {
  const keys = writes.filter((write) => write.kind === kind).map(({ key }) => key);
  const known = new Set(present);
  return {
    confirmed: keys.length,
    lost: keys.filter((key) => !known.has(key)),
    doubled: duplicates(present),
  };
}

/** Each value that occurs more than once. */
export function duplicates(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = values.filter((value) => seen.has(value) || !seen.add(value));
  return [...new Set(twice)];
}

/** The longest time between two confirmed writes, of whatever kind. */
export function longestGap(writes: readonly Write[]): Gap {
  const times = writes.map(({ at }) => at).toSorted((a, b) => a - b);
  let longest = { from: 0, to: 0 };
  for (const [nth, to] of times.entries()) {
    const from = times[nth - 1] ?? to;
    if (to - from > longest.to - longest.from) longest = { from, to };
  }
  return longest;
}

/** The longest time between two confirmed writes of one kind, by kind. */
export const longestGaps = (writes: readonly Write[]): Record<Kind, Gap> =>
  byKind((kind) => longestGap(writes.filter((write) => write.kind === kind)));

const byKind = <Value>(read: (kind: Kind) => Value): Record<Kind, Value> => ({
  publication: read("publication"),
  registration: read("registration"),
  purchase: read("purchase"),
  ledger: read("ledger"),
});

/** The kinds without a confirmed write since then. Purchases end when each buyer has made theirs. */
export function kindsAway(writes: readonly Write[], since: number, buyers: number): Kind[] {
  const purchases = writes.filter(({ kind }) => kind === "purchase").length;
  return KINDS.filter(
    (one) =>
      !writes.some(({ kind, at }) => kind === one && at > since) &&
      (one !== "purchase" || purchases < buyers),
  );
}

/** For how long visitors get the last known pages. Milliseconds. */
export const PAGES_LAST_MS = 60_000;

/** What visitors were answered without a primary, while pages are promised. */
export const visitsDuring = (visits: readonly Visit[], { from, to }: Gap): Visit[] =>
  visits.filter(({ at }) => at >= from && at < Math.min(to, from + PAGES_LAST_MS));

/** The first publication after the gap. */
export const firstAfter = (sightings: readonly Sighting[], { to }: Gap): Sighting | undefined =>
  sightings.filter(({ at }) => at >= to).toSorted((a, b) => a.at - b.at)[0];
