import type { MemberStatus } from "db/entities/member";
import { MEMBER_STATUSES } from "db/entities/member";
import { asTyped } from "~/admin-kit/csv-text";
import { type DateOrder, type OrderEvidence, orderEvidence, readDate } from "~/admin-kit/figures/read-date";
import { mailboxSchema, personNameSchema } from "~/auth/account.rules";
import { daysAfter, endOfDay } from "./import-dates.rules";
import type { ImportTarget } from "./import-files.rules";
import { accessOfWord, isLostName, isNoEnd, saysNothing, statusKey } from "./said-words.rules";

/**
 * What rows are read by.
 * @property today of the site, as of the day the file came: days left are counted from it
 */
export type ReadingContext = {
  /** What each column is of; "" for one that is left out. */
  targets: readonly string[];
  zone: string;
  today: string;
  order?: DateOrder;
};

/** What a row says of a person. What it does not say is undefined. */
export type SaidPerson = {
  email: string;
  firstname?: string;
  lastname?: string;
  /** As the file calls it; undefined for who has none. */
  plan?: string;
  /** Null for an access that is said to have no end. */
  until?: Date | null;
  /** Its status, where the file has one: whether that word gives access is decided apart. */
  statusWord?: string;
  remindByMail?: boolean;
  createdAt?: Date;
  status: MemberStatus;
  notes: readonly string[];
};

export type ReadRow = {
  /** Its address in the normal form, where it has one, whatever else is wrong with it. */
  email?: string;
  said?: SaidPerson;
  /** What speaks against it. */
  problem?: string;
  /** It has a date that can be read in two ways. */
  ambiguous?: boolean;
};

/** Why a row is refused. */
class RowProblem extends Error {}
/** A date can be read in two ways. */
class AmbiguousDate extends Error {}

type Texts = Partial<Record<ImportTarget, string>>;

const MOST_PLAN = 200;
const MOST_NOTE = 2000;

/** What a row says, or why it says nothing. */
export function readRow(cells: readonly string[], context: ReadingContext): ReadRow {
  const texts = textsOf(cells, context.targets);
  const address = mailboxSchema.safeParse(texts.email ?? "");
  const email = address.success ? address.data : undefined;
  try {
    if (
      cells.length > context.targets.length &&
      cells.slice(context.targets.length).some((cell) => cell !== "")
    )
      throw new RowProblem("This row has more cells than the header line");
    if (!address.success)
      throw new RowProblem(address.error.issues[0]?.message ?? "Please enter a valid email");
    return { email, said: saidBy(address.data, texts, context) };
  } catch (error) {
    if (error instanceof AmbiguousDate) return { email, ambiguous: true };
    if (error instanceof RowProblem) return { email, problem: error.message };
    throw error;
  }
}

/** What a row shows before anybody has said how the file is read. */
export type ShownByRow = {
  dates: { said: OrderEvidence; text: string }[];
  plan?: string;
  /** Its status, in the form in which those are compared. */
  statusWord?: string;
  /** It has a plan, and no end is said. */
  isOpen: boolean;
};

export function shownByRow(cells: readonly string[], targets: readonly string[]): ShownByRow {
  const texts = textsOf(cells, targets);
  const dates = [texts.until ?? "", texts.created ?? ""].map((text) => ({ said: orderEvidence(text), text }));
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

function textsOf(cells: readonly string[], targets: readonly string[]): Texts {
  const texts: Record<string, string> = {};
  for (const [nth, name] of targets.entries())
    if (name !== "") texts[name] = asTyped((cells[nth] ?? "").trim());
  for (const name of ["until", "daysLeft", "created", "access"])
    if (saysNothing(texts[name] ?? "")) texts[name] = "";
  return texts;
}

function saidBy(email: string, texts: Texts, context: ReadingContext): SaidPerson {
  if (texts.deleted || DELETED_ADDRESS.test(email))
    throw new RowProblem("Was deleted, or asked to be, where the file comes from");
  const plan = planIn(texts);
  return {
    email,
    ...namesIn(texts),
    plan,
    // Of who has no plan nothing ends.
    until: plan === undefined ? undefined : untilIn(texts, context),
    statusWord: statusWordIn(texts),
    remindByMail: remindersIn(texts),
    createdAt: createdIn(texts, context),
    status: statusIn(texts.status),
    notes: notesIn(texts),
  };
}

/** What Substack puts in the place of an address whose bearer wants to be deleted. */
const DELETED_ADDRESS = /@deletion-request\.substack\.com$/i;

const MOST_STATUS = 60;

function statusWordIn({ access = "" }: Texts): string | undefined {
  if (access.length > MOST_STATUS || /\p{Cc}/u.test(access))
    throw new RowProblem("The status of the plan cannot be kept");
  return access === "" ? undefined : statusKey(access);
}

/** Stands where a name is needed and none is said; whoever bears it changes it in the account. */
const UNNAMED = { firstname: "New", lastname: "Member" } as const;

/** A name as a whole ends with the last name. */
function namesIn({ name, firstname, lastname }: Texts): { firstname?: string; lastname?: string } {
  const whole = (name ?? "").replace(/[ \u00a0]+/g, " ");
  const words = [firstname, lastname, ...whole.split(" ")].filter((word) => word);
  if (isLostName(words.map(String))) throw new RowProblem(`The name “${words.join(" ")}” is none`);
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
  throw new RowProblem(read.error.issues[0]?.message ?? `${label} cannot be kept`);
}

/** The names of somebody new. */
export const namesOfNew = ({ firstname, lastname }: SaidPerson): { firstname: string; lastname: string } => ({
  firstname: firstname ?? UNNAMED.firstname,
  lastname: lastname ?? UNNAMED.lastname,
});

/** What Ghost's "complimentary_plan" is called where a row names no tier beside it. */
const COMPLIMENTARY = "Complimentary";

/** Where it is said, too, who pays now, others have no plan: Substack gives each of its readers one. */
function planIn({ plan = "", complimentary, active, until, daysLeft }: Texts): string | undefined {
  const isComplimentary = yesOrNo("Complimentary", complimentary);
  const pays = yesOrNo("Pays now", active);
  if (pays === false) return undefined;
  if (plan.length > MOST_PLAN || /\p{Cc}/u.test(plan))
    throw new RowProblem("The name of the plan cannot be kept");
  if (plan !== "") return plan;
  if (isComplimentary) return COMPLIMENTARY;
  // Only who pays has an end: which tier that is has to be said.
  return pays || until || daysLeft ? "Paid" : undefined;
}

const YES = new Set(["true", "yes", "y", "t", "1", "on"]);
const NO = new Set(["false", "no", "n", "f", "0", "off"]);

function yesOrNo(label: string, text = ""): boolean | undefined {
  const word = text.toLowerCase();
  if (word === "") return undefined;
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new RowProblem(`${label} is neither yes nor no: “${text.slice(0, 40)}”`);
}

/** Who wants no mail in one of two columns wants none. */
function remindersIn({ subscribed, unsubscribed }: Texts): boolean | undefined {
  const wants = yesOrNo("Wants mail", subscribed);
  const refuses = yesOrNo("Wants no mail", unsubscribed);
  if (wants === false || refuses === true) return false;
  return wants ?? (refuses === undefined ? undefined : true);
}

function dateIn(text: string, { zone, order }: ReadingContext, ofDay: (day: string) => Date): Date {
  const read = readDate(text, zone, order);
  if ("ambiguous" in read) throw new AmbiguousDate();
  if ("problem" in read) throw new RowProblem(read.problem);
  return "day" in read ? ofDay(read.day) : read.moment;
}

/** The whole of the last day is included. */
function untilIn({ until = "", daysLeft = "" }: Texts, context: ReadingContext): Date | null | undefined {
  if (isNoEnd(until)) return null;
  if (until !== "") return dateIn(until, context, (day) => endOfDay(day, context.zone));
  if (daysLeft === "") return undefined;
  if (!/^-?\d{1,5}$/.test(daysLeft)) throw new RowProblem(`“${daysLeft.slice(0, 40)}” is no number of days`);
  return endOfDay(daysAfter(context.today, Number(daysLeft)), context.zone);
}

const EARLIEST = Date.parse("1970-01-01T00:00:00Z");

function createdIn({ created = "" }: Texts, context: ReadingContext): Date | undefined {
  if (created === "") return undefined;
  const begins = (day: string) => new Date(endOfDay(daysAfter(day, -1), context.zone).getTime() + 1);
  const at = dateIn(created, context, begins);
  if (at > endOfDay(context.today, context.zone))
    throw new RowProblem("Member since is a day that is still to come");
  if (at.getTime() < EARLIEST) throw new RowProblem("Member since is before 1970");
  return at;
}

function statusIn(text = ""): MemberStatus {
  const word = text.toLowerCase();
  if (word === "") return "active";
  const known = MEMBER_STATUSES.find((status) => status === word);
  if (!known) throw new RowProblem(`Status is none of ${MEMBER_STATUSES.join(", ")}`);
  return known;
}

/** A note as it stands, and those of an export of this site, which are a list in JSON. */
function notesIn({ note = "", notes = "" }: Texts): string[] {
  const all = [...(note === "" ? [] : [note]), ...(notes === "" ? [] : listOf(notes))];
  for (const text of all) {
    if (text.length > MOST_NOTE) throw new RowProblem(`A note is longer than ${MOST_NOTE} characters`);
    // Line breaks and tabs are part of a note.
    if (/[^\P{Cc}\n\r\t]/u.test(text)) throw new RowProblem("A note has characters that are not allowed");
  }
  return all;
}

function listOf(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.every((one) => typeof one === "string" && one !== "")) return read;
  } catch {
    // Said below.
  }
  throw new RowProblem("The notes are not as an export of this site writes them");
}
