import type { MemberStatus } from "db/entities/member";
import { MEMBER_STATUSES } from "db/entities/member";
import { asTyped } from "~/admin-kit/csv-text";
import { type DateOrder, type OrderEvidence, orderEvidence, readDate } from "~/admin-kit/figures/read-date";
import { mailboxSchema, personNameSchema } from "~/auth/account.rules";
import { labelsInCell } from "../labels/labels.rules";
import { accessOfWord, isEmptyCell, isNoEnd, isPlaceholderName, statusKey } from "./cell-words.rules";
import type { ImportTarget } from "./import-columns.rules";
import { daysAfter, endOfDay } from "./import-dates.rules";

/**
 * What rows are read by.
 * @property today at the site when the file arrived: days left are counted from it
 */
export type ReadingContext = {
  /** The target of each column; "" for a skipped one. */
  targets: readonly string[];
  zone: string;
  today: string;
  order?: DateOrder;
};

/** A row's values for a person; undefined where the row has none. */
export type RowPerson = {
  email: string;
  firstname?: string;
  lastname?: string;
  /** The plan's name in the file; undefined for people without a plan. */
  plan?: string;
  /** Null for access that explicitly has no end. */
  until?: Date | null;
  /** The status in the file, if any; decisions determine whether it gives access. */
  statusWord?: string;
  remindByMail?: boolean;
  createdAt?: Date;
  status: MemberStatus;
  notes: readonly string[];
  /** The names of labels. */
  labels: readonly string[];
  /** Why other labels are left out. */
  labelProblem?: string;
};

export type ReadRow = {
  /** The address in its normal form, if it has one, even if the row has other errors. */
  email?: string;
  person?: RowPerson;
  /** Why the row is refused. */
  problem?: string;
  /** Whether it has an ambiguous date. */
  ambiguous?: boolean;
};

/** Why a row is refused. */
class RowProblem extends Error {}
/** A date that can be read in two ways. */
class AmbiguousDate extends Error {}

type Texts = Partial<Record<ImportTarget, string>>;

const MOST_PLAN = 200;
const MOST_NOTE = 2000;

/** A row's values, or its problem. */
export function readRow(cells: readonly string[], context: ReadingContext): ReadRow {
  const texts = cellTexts(cells, context.targets);
  const address = mailboxSchema.safeParse(texts.email ?? "");
  const email = address.success ? address.data : undefined;
  try {
    if (
      cells.length > context.targets.length &&
      cells.slice(context.targets.length).some((cell) => cell !== "")
    )
      throw new RowProblem("This row has more cells than the header row");
    if (!address.success)
      throw new RowProblem(address.error.issues[0]?.message ?? "Please enter a valid email");
    return { email, person: personIn(address.data, texts, context) };
  } catch (error) {
    if (error instanceof AmbiguousDate) return { email, ambiguous: true };
    if (error instanceof RowProblem) return { email, problem: error.message };
    throw error;
  }
}

/** What a row tells before any decision about the file. */
export type RowPreview = {
  dates: { evidence: OrderEvidence; text: string }[];
  plan?: string;
  /** Its status in the form for comparison. */
  statusWord?: string;
  /** It has a plan and no end. */
  isOpen: boolean;
};

export function previewRow(cells: readonly string[], targets: readonly string[]): RowPreview {
  const texts = cellTexts(cells, targets);
  const dates = [texts.until ?? "", texts.created ?? ""].map((text) => ({
    evidence: orderEvidence(text),
    text,
  }));
  try {
    const plan = planIn(texts);
    const statusWord = statusWordIn(texts);
    const hasEnded = statusWord !== undefined && accessOfWord(statusWord) === "none";
    const isOpen = plan !== undefined && !hasEnded && !texts.until && !texts.daysLeft;
    return { dates, plan, statusWord, isOpen };
  } catch (error) {
    if (error instanceof RowProblem) return { dates, isOpen: false };
    throw error;
  }
}

function cellTexts(cells: readonly string[], targets: readonly string[]): Texts {
  const texts: Record<string, string> = {};
  for (const [nth, name] of targets.entries())
    if (name !== "") texts[name] = asTyped((cells[nth] ?? "").trim());
  for (const name of ["until", "daysLeft", "created", "access"])
    if (isEmptyCell(texts[name] ?? "")) texts[name] = "";
  return texts;
}

function personIn(email: string, texts: Texts, context: ReadingContext): RowPerson {
  if (texts.deleted || DELETED_ADDRESS.test(email))
    throw new RowProblem("Deleted, or deletion requested, on the site the file comes from");
  const plan = planIn(texts);
  return {
    email,
    ...namesIn(texts),
    plan,
    // Without a plan there is no end.
    until: plan === undefined ? undefined : untilIn(texts, context),
    statusWord: statusWordIn(texts),
    remindByMail: remindersIn(texts),
    createdAt: createdIn(texts, context),
    status: statusIn(texts.status),
    notes: notesIn(texts),
    ...labelsIn(texts),
  };
}

/** Substack replaces the address of a person who requested deletion with this one. */
const DELETED_ADDRESS = /@deletion-request\.substack\.com$/i;

const MOST_STATUS = 60;

function statusWordIn({ access = "" }: Texts): string | undefined {
  if (access.length > MOST_STATUS || /\p{Cc}/u.test(access))
    throw new RowProblem("The status of the plan is too long or contains characters that are not allowed");
  return access === "" ? undefined : statusKey(access);
}

/** Used if a required name is missing; the member can change it in the account. */
const UNNAMED = { firstname: "New", lastname: "Member" } as const;

/** The last word of a full name is the last name. */
function namesIn({ name, firstname, lastname }: Texts): { firstname?: string; lastname?: string } {
  const whole = (name ?? "").replace(/[ \u00a0]+/g, " ");
  const words = [firstname, lastname, ...whole.split(" ")].filter((word) => word);
  if (isPlaceholderName(words.map(String))) throw new RowProblem(`“${words.join(" ")}” is not a name`);
  const cut = whole.lastIndexOf(" ");
  const [before, after] = cut === -1 ? [whole, ""] : [whole.slice(0, cut), whole.slice(cut + 1)];
  return {
    firstname: nameOf("First name", firstname || before),
    lastname: nameOf("Last name", lastname || (firstname ? "" : after)),
  };
}

const SCHEMAS = {
  "First name": personNameSchema("First name"),
  "Last name": personNameSchema("Last name"),
};

function nameOf(label: keyof typeof SCHEMAS, text: string): string | undefined {
  if (text === "") return undefined;
  const read = SCHEMAS[label].safeParse(text);
  if (read.success) return read.data;
  throw new RowProblem(read.error.issues[0]?.message ?? `${label} is not valid`);
}

/** The names of a new member. */
export const namesOfNew = ({ firstname, lastname }: RowPerson): { firstname: string; lastname: string } => ({
  firstname: firstname ?? UNNAMED.firstname,
  lastname: lastname ?? UNNAMED.lastname,
});

/** The plan for Ghost's "complimentary_plan" if the row names no tier. */
const COMPLIMENTARY = "Complimentary";

/**
 * If the row also tells who pays now, people who do not pay have no plan: Substack gives every reader one.
 */
function planIn({ plan = "", complimentary, active, until, daysLeft }: Texts): string | undefined {
  const isComplimentary = yesOrNo("Complimentary", complimentary);
  const pays = yesOrNo("Pays now", active);
  if (pays === false) return undefined;
  if (plan.length > MOST_PLAN || /\p{Cc}/u.test(plan))
    throw new RowProblem("The name of the plan is too long or contains characters that are not allowed");
  if (plan !== "") return plan;
  if (isComplimentary) return COMPLIMENTARY;
  // Only paying people have an end; staff must decide the tier.
  return pays || until || daysLeft ? "Paid" : undefined;
}

const YES = new Set(["true", "yes", "y", "t", "1", "on"]);
const NO = new Set(["false", "no", "n", "f", "0", "off"]);

function yesOrNo(label: string, text = ""): boolean | undefined {
  const word = text.toLowerCase();
  if (word === "") return undefined;
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new RowProblem(`${label} must be yes or no, not “${text.slice(0, 40)}”`);
}

/** One of two columns is enough to opt out of email. */
function remindersIn({ subscribed, unsubscribed }: Texts): boolean | undefined {
  const wants = yesOrNo("Accepts emails", subscribed);
  const refuses = yesOrNo("Opted out of emails", unsubscribed);
  if (wants === false || refuses === true) return false;
  return wants ?? (refuses === undefined ? undefined : true);
}

function dateIn(text: string, { zone, order }: ReadingContext, ofDay: (day: string) => Date): Date {
  const read = readDate(text, zone, order);
  if ("ambiguous" in read) throw new AmbiguousDate();
  if ("problem" in read) throw new RowProblem(read.problem);
  return "day" in read ? ofDay(read.day) : read.moment;
}

/** The last day counts in full. */
function untilIn({ until = "", daysLeft = "" }: Texts, context: ReadingContext): Date | null | undefined {
  if (isNoEnd(until)) return null;
  if (until !== "") return dateIn(until, context, (day) => endOfDay(day, context.zone));
  if (daysLeft === "") return undefined;
  if (!/^-?\d{1,5}$/.test(daysLeft))
    throw new RowProblem(`“${daysLeft.slice(0, 40)}” is not a number of days`);
  return endOfDay(daysAfter(context.today, Number(daysLeft)), context.zone);
}

const EARLIEST = Date.parse("1970-01-01T00:00:00Z");

function createdIn({ created = "" }: Texts, context: ReadingContext): Date | undefined {
  if (created === "") return undefined;
  const begins = (day: string) => new Date(endOfDay(daysAfter(day, -1), context.zone).getTime() + 1);
  const at = dateIn(created, context, begins);
  if (at > endOfDay(context.today, context.zone))
    throw new RowProblem("“Member since” must not be in the future");
  if (at.getTime() < EARLIEST) throw new RowProblem("“Member since” must be 1970 or later");
  return at;
}

function statusIn(text = ""): MemberStatus {
  const word = text.toLowerCase();
  if (word === "") return "active";
  const known = MEMBER_STATUSES.find((status) => status === word);
  if (!known) throw new RowProblem(`Status must be one of ${MEMBER_STATUSES.join(", ")}`);
  return known;
}

/** A note column, or the notes of this site's export, a list in JSON. */
function notesIn({ note = "", notes = "" }: Texts): string[] {
  const all = [...(note === "" ? [] : [note]), ...(notes === "" ? [] : parseNoteList(notes))];
  for (const text of all) {
    if (text.length > MOST_NOTE) throw new RowProblem(`A note is longer than ${MOST_NOTE} characters`);
    // A note may have line breaks and tabs.
    if (/[^\P{Cc}\n\r\t]/u.test(text))
      throw new RowProblem("A note contains characters that are not allowed");
  }
  return all;
}

/** One long tag does not keep a member out. */
function labelsIn({ labels: cell = "" }: Texts): Pick<RowPerson, "labels" | "labelProblem"> {
  const { labels, problem } = labelsInCell(cell);
  return { labels, labelProblem: problem };
}

function parseNoteList(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.every((one) => typeof one === "string" && one !== "")) return read;
  } catch {
    // The line below reports it.
  }
  throw new RowProblem("The notes are not in the format of this site’s export");
}
