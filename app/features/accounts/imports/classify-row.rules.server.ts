import type { Tier } from "db/entities/member";
import type { ImportDecisions, RowOutcome } from "db/entities/member-import";
import { entitlementText } from "~/access/term.rules";
import { endOfDay } from "./import-dates.rules";
import type { ReadRow, SaidPerson } from "./read-row.rules.server";
import { accessOfWord, type SaidAccess } from "./said-words.rules";

/** A member who has the address of a row. */
export type KnownPerson = {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  tier: Tier;
  until: Date | null;
  /** Whether the term is over by the database's clock. */
  over: boolean;
  remindByMail: boolean;
  version: number;
  notes: readonly string[];
};

export type Term = { tier: Tier; until: Date | null };

/** What is written of a row. Of a known member: what changes. */
export type RowChange = Partial<{ firstname: string; lastname: string; term: Term; remindByMail: false }> & {
  notes: readonly string[];
};

export type ClassifiedRow = {
  outcome: RowOutcome;
  reason?: string;
  /** Of a row that is added: what it says, and its term. */
  addition?: { said: SaidPerson; term: Term };
  change?: RowChange;
};

/** What rows are held against. */
export type Judging = { decisions: ImportDecisions; zone: string; now: Date };

const refused = (reason: string): ClassifiedRow => ({ outcome: "refused", reason });
const undecided = (reason: string): ClassifiedRow => ({ outcome: "undecided", reason });

/** What becomes of a row. */
export function classifyRow(read: ReadRow, known: KnownPerson | undefined, judging: Judging): ClassifiedRow {
  if (read.problem !== undefined) return refused(read.problem);
  if (read.ambiguous) return undecided("Say which figure of its date is the day");
  if (!read.said) return refused("This row says nothing");
  const { said } = read;
  if (known && !judging.decisions.updateKnown)
    return { outcome: "same", reason: "Is a member already, and stays as they are" };
  const term = termOf(said, judging);
  if (typeof term === "string") return undecided(term);
  if (known) return judgeKnown(said, term, known, judging);
  return { outcome: "added", addition: { said, term } };
}

/** The tier of a row and its end. @returns what must be said first, where that is not known */
function termOf({ plan, until, statusWord }: SaidPerson, { decisions, zone }: Judging): Term | string {
  const access = statusWord === undefined ? "access" : accessSaid(statusWord, decisions);
  if (access === undefined) return `Say whether “${statusWord}” has access`;
  if (plan === undefined || access === "none") return { tier: "Basic", until: null };
  const tier = Object.hasOwn(decisions.plans, plan) ? decisions.plans[plan] : undefined;
  if (tier === undefined) return `Say which tier “${plan.slice(0, 60)}” is`;
  if (tier === "Basic") return { tier, until: null };
  if (until !== undefined) return { tier, until };
  const { openEnd } = decisions;
  if (openEnd === undefined) return "Say how long a plan without an end runs";
  return { tier, until: openEnd === "endless" ? null : endOfDay(openEnd, zone) };
}

/** What staff say of a status, else what its word says. */
const accessSaid = (word: string, { statuses = {} }: ImportDecisions): SaidAccess | undefined =>
  (Object.hasOwn(statuses, word) ? statuses[word] : undefined) ?? accessOfWord(word);

/** Somebody who is there gets what is more, and loses nothing. */
function judgeKnown(said: SaidPerson, term: Term, known: KnownPerson, { now, zone }: Judging): ClassifiedRow {
  const { gives, keeps } = betterTerm(known, term, { now, zone });
  const names = (["firstname", "lastname"] as const).filter(
    (name) => said[name] !== undefined && said[name] !== known[name],
  );
  const change: RowChange = {
    ...Object.fromEntries(names.map((name) => [name, said[name]])),
    ...(gives ? { term } : {}),
    ...(said.remindByMail === false && known.remindByMail ? { remindByMail: false as const } : {}),
    notes: said.notes.filter((note) => !known.notes.includes(note)),
  };
  const isChanged = Object.keys(change).length > 1 || change.notes.length > 0;
  return isChanged ? { outcome: "changed", reason: keeps, change } : { outcome: "same", reason: keeps };
}

const RANK: Record<Tier, number> = { Basic: 0, Premium: 1, Private: 2 };

/** Never lower, and never shorter: a dearer tier that ends before what is held would take days away. */
function betterTerm(known: KnownPerson, term: Term, { now, zone }: { now: Date; zone: string }) {
  const held: Term = known.over ? { tier: "Basic", until: null } : known;
  const isSame =
    known.tier === term.tier && (known.until?.getTime() ?? null) === (term.until?.getTime() ?? null);
  const runs = term.tier !== "Basic" && (term.until === null || term.until > now);
  if (isSame || (!runs && held.tier === "Basic")) return { gives: false };
  const isFurther = RANK[term.tier] > RANK[held.tier];
  const isLonger =
    held.tier === "Basic" || (held.until !== null && (term.until === null || term.until > held.until));
  const isAsLong = isLonger || (held.until?.getTime() ?? null) === (term.until?.getTime() ?? null);
  if (runs && ((isFurther && isAsLong) || (term.tier === held.tier && isLonger))) return { gives: true };
  return { gives: false, keeps: `Keeps ${entitlementText(held, zone, "short-date")}: the file says less` };
}
