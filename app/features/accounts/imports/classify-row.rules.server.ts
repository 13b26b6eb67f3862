import type { Tier } from "db/entities/member";
import type { ImportDecisions, RowOutcome } from "db/entities/member-import";
import { entitlementText } from "~/access/term.rules";
import { nameKey } from "../labels/labels.rules";
import { accessOfWord, type StatusAccess } from "./cell-words.rules";
import { endOfDay } from "./import-dates.rules";
import type { ReadRow, RowPerson } from "./read-row.rules.server";

/** The existing member with a row's address. */
export type KnownPerson = {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  tier: Tier;
  until: Date | null;
  /** Whether the term has ended, by the database's clock. */
  over: boolean;
  remindByMail: boolean;
  version: number;
  notes: readonly string[];
  /** By `nameKey`. */
  labels: readonly string[];
};

export type Term = { tier: Tier; until: Date | null };

/** The values to write. For an existing member: only the changes. */
export type RowChange = Partial<{
  firstname: string;
  lastname: string;
  term: Term;
  remindByMail: false;
  labels: string[];
}> & {
  notes: readonly string[];
};

export type ClassifiedRow = {
  outcome: RowOutcome;
  reason?: string;
  /** For a new member: the row's values and term. */
  addition?: { person: RowPerson; term: Term };
  change?: RowChange;
};

/** What rows are classified by. */
export type ClassifyRules = {
  decisions: ImportDecisions;
  zone: string;
  now: Date;
  /** The labels that follow a segment, by `nameKey`. */
  following: ReadonlySet<string>;
};

const refused = (reason: string): ClassifiedRow => ({ outcome: "refused", reason });
const undecided = (reason: string): ClassifiedRow => ({ outcome: "undecided", reason });

/** Decides a row's outcome. */
export function classifyRow(
  read: ReadRow,
  known: KnownPerson | undefined,
  rules: ClassifyRules,
): ClassifiedRow {
  if (read.problem !== undefined) return refused(read.problem);
  if (read.ambiguous) return undecided("Choose whether its date has the day or the month first");
  if (!read.person) return refused("This row has no data");
  const { person, without } = withoutRules(read.person, known, rules);
  if (known && !rules.decisions.updateKnown)
    return { outcome: "same", reason: "Already a member; stays unchanged" };
  const term = rowTerm(person, rules);
  if (typeof term === "string") return undecided(term);
  const row: ClassifiedRow = known
    ? classifyKnown(person, term, known, rules)
    : { outcome: "added", addition: { person, term } };
  return without ? { ...row, reason: [row.reason, without].filter(Boolean).join(". ") } : row;
}

/** A row without the labels that only a segment gives. @returns why it loses labels as `without` */
function withoutRules(person: RowPerson, known: KnownPerson | undefined, { following }: ClassifyRules) {
  const isLost = (name: string) =>
    following.has(nameKey(name)) && known?.labels.includes(nameKey(name)) !== true;
  const lost = person.labels.filter(isLost).map((name) => `“${name}” follows a segment`);
  const why = [...(person.labelProblem ? [person.labelProblem] : []), ...lost];
  return {
    person: { ...person, labels: person.labels.filter((name) => !isLost(name)) },
    without: why.length > 0 ? `Without some labels: ${why.join(", ")}` : undefined,
  };
}

/** A row's tier and end. @returns the missing decision, if one is needed */
function rowTerm({ plan, until, statusWord }: RowPerson, { decisions, zone }: ClassifyRules): Term | string {
  const access = statusWord === undefined ? "access" : chosenAccess(statusWord, decisions);
  if (access === undefined) return `Choose whether “${statusWord}” has access`;
  if (plan === undefined || access === "none") return { tier: "Basic", until: null };
  const tier = Object.hasOwn(decisions.plans, plan) ? decisions.plans[plan] : undefined;
  if (tier === undefined) return `Choose the tier for “${plan.slice(0, 60)}”`;
  if (tier === "Basic") return { tier, until: null };
  if (until !== undefined) return { tier, until };
  const { openEnd } = decisions;
  if (openEnd === undefined) return "Choose how long plans without an end date last";
  return { tier, until: openEnd === "endless" ? null : endOfDay(openEnd, zone) };
}

/** The staff's meaning of a status, or else the word's own. */
const chosenAccess = (word: string, { statuses = {} }: ImportDecisions): StatusAccess | undefined =>
  (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? accessOfWord(word);

/** An existing member only gains: nothing is lowered or removed. */
function classifyKnown(
  person: RowPerson,
  term: Term,
  known: KnownPerson,
  { now, zone }: ClassifyRules,
): ClassifiedRow {
  const { gives, keeps } = betterTerm(known, term, { now, zone });
  const names = (["firstname", "lastname"] as const).filter(
    (name) => person[name] !== undefined && person[name] !== known[name],
  );
  const labels = person.labels.filter((name) => !known.labels.includes(nameKey(name)));
  const change: RowChange = {
    ...Object.fromEntries(names.map((name) => [name, person[name]])),
    ...(gives ? { term } : {}),
    ...(person.remindByMail === false && known.remindByMail ? { remindByMail: false as const } : {}),
    ...(labels.length > 0 ? { labels } : {}),
    notes: person.notes.filter((note) => !known.notes.includes(note)),
  };
  const isChanged = Object.keys(change).length > 1 || change.notes.length > 0;
  return isChanged ? { outcome: "changed", reason: keeps, change } : { outcome: "same", reason: keeps };
}

const RANK: Record<Tier, number> = { Basic: 0, Premium: 1, Private: 2 };

/** Never lower and never shorter: a higher tier with an earlier end would take days away. */
function betterTerm(known: KnownPerson, term: Term, { now, zone }: { now: Date; zone: string }) {
  const current: Term = known.over ? { tier: "Basic", until: null } : known;
  const isSame =
    known.tier === term.tier && (known.until?.getTime() ?? null) === (term.until?.getTime() ?? null);
  const runs = term.tier !== "Basic" && (term.until === null || term.until > now);
  if (isSame || (!runs && current.tier === "Basic")) return { gives: false };
  const isFurther = RANK[term.tier] > RANK[current.tier];
  const isLonger =
    current.tier === "Basic" ||
    (current.until !== null && (term.until === null || term.until > current.until));
  const isAsLong = isLonger || (current.until?.getTime() ?? null) === (term.until?.getTime() ?? null);
  if (runs && ((isFurther && isAsLong) || (term.tier === current.tier && isLonger))) return { gives: true };
  return {
    gives: false,
    keeps: `Keeps ${entitlementText(current, zone, "short-date")}: the file gives less access`,
  };
}
