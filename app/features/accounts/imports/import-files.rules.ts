import { readDate } from "~/admin-kit/figures/read-date";
import { columnKey, matchColumns, type PasteTarget } from "~/admin-kit/paste/columns";
import type { ImportFormat } from "./imports.queries.server";
import { accessOfWord, isNoEnd } from "./said-words.rules";

export const IMPORTS_PATH = "/admin/manage-users/import";
export const importPath = (id: string): string => `${IMPORTS_PATH}/${id}`;

/** As the change log has it: an import is none of the records that screens list. */
export const IMPORTS_KIND = "member-imports";

/** What a file may weigh, in bytes, and how much there may be in it. */
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 200_000;
export const MAX_IMPORT_COLUMNS = 60;
/** Names of plans in one file: more are no plans. */
export const MAX_PLANS = 50;

/** What a column can tell of a member. */
export type ImportTarget =
  | "email"
  | "name"
  | "firstname"
  | "lastname"
  | "plan"
  | "complimentary"
  | "active"
  | "until"
  | "daysLeft"
  | "subscribed"
  | "unsubscribed"
  | "created"
  | "deleted"
  | "note"
  | "notes"
  | "access"
  | "status";

const target = (name: ImportTarget, label: string, ...called: string[]): PasteTarget => ({
  name,
  label,
  spellings: [columnKey(label), columnKey(name), ...called.map(columnKey)],
});

const ENDINGS = ["end", "ends", "end date", "end at", "ends at", "ends on", "ended at", "end time"];
const EXPIRIES = [
  ...["expiry", "expiry date", "expires", "expires at", "expires on", "expire date", "expired at"],
  ...["expiration", "expiration date", "valid until", "valid to", "valid through", "valid thru", "until"],
];
/** Of whom a charge is due then, that one's access runs so long. */
const CHARGES = [
  ...["renews", "renews at", "renews on", "renewal", "renewal date", "next renewal", "next renewal date"],
  ...["next payment", "next payment date", "next bill date", "next billing date", "next charge date"],
  ...["current period end", "period end", "paid until", "paid through", "cancel at", "cancels at"],
];
const WHAT_ENDS = ["access", "membership", "subscription", "plan", "term"];

/** What programs call the end of somebody's access, with and without what it is that ends. */
const ENDS = [
  ...["last day", "last access day", ...ENDINGS, ...EXPIRIES, ...CHARGES],
  ...WHAT_ENDS.flatMap((thing) => [...ENDINGS, ...EXPIRIES].map((end) => `${thing} ${end}`)),
];

/** What columns are usually called. Ghost, Substack and this site name theirs exactly: see `FORMATS`. */
export const IMPORT_TARGETS: readonly PasteTarget[] = [
  target("email", "Email", "email address", "e-mail", "mail", "address"),
  target("name", "Full name", "name", "user name"),
  target("firstname", "First name", "forename", "given name", "first"),
  target("lastname", "Last name", "surname", "family name", "last"),
  target("plan", "Plan", "tier", "tiers", "subscription", "membership", "package", "type"),
  target("complimentary", "Complimentary (yes or no)", "complimentary plan", "comped"),
  target("active", "Pays now (yes or no)", "active subscription"),
  target("until", "Access until", ...ENDS),
  target("daysLeft", "Days left", "days remaining", "remaining days"),
  target("subscribed", "Wants mail (yes or no)", "subscribed to emails", "wants mail", "opt in"),
  target(
    "unsubscribed",
    "Wants no mail (yes or no)",
    "email disabled",
    "wants no mail",
    "unsubscribed",
    "opt out",
  ),
  target("created", "Member since", "created at", "created", "start date", "joined", "signed up"),
  target("deleted", "Deleted on", "deleted at"),
  target("note", "Note", "comment", "remark"),
  target("notes", "Notes of this site’s export"),
  target(
    "access",
    "Status of the plan",
    ...["status", "subscription status", "subscription state", "membership status", "member status"],
    ...["patron status", "plan status", "payment status", "billing status"],
  ),
  target("status", "Status of the account in this site’s export"),
];

/** Stands for a column of which nobody has said yet what it is: nothing is read before. */
export const UNSAID = "?";
/** What is chosen for a column that is to be left out, where that has to be said. */
export const LEFT_OUT = "left-out";

/**
 * Exports with names of their own: `columns` has all that is read of them, `marks` those by which they are told. Ghost: members-csv,
 * "unparse". Substack: email_list.<publication>.csv of a data export; it has come with other columns between these over the years.
 */
const FORMATS: Record<
  Exclude<ImportFormat, "other">,
  { marks: readonly string[]; columns: Readonly<Record<string, ImportTarget>> }
> = {
  openbell: {
    marks: ["firstname", "lastname", "email", "subscriptionExpiresAt", "remindByMail", "notes"],
    columns: {
      email: "email",
      firstname: "firstname",
      lastname: "lastname",
      subscription: "plan",
      subscriptionExpiresAt: "until",
      remindByMail: "subscribed",
      createdAt: "created",
      status: "status",
      notes: "notes",
      deletionRequestedAt: "deleted",
    },
  },
  ghost: {
    marks: ["email", "subscribed_to_emails", "complimentary_plan", "stripe_customer_id"],
    columns: {
      email: "email",
      name: "name",
      note: "note",
      subscribed_to_emails: "subscribed",
      complimentary_plan: "complimentary",
      created_at: "created",
      deleted_at: "deleted",
      tiers: "plan",
    },
  },
  substack: {
    marks: ["email", "active_subscription", "expiry", "email_disabled"],
    columns: {
      email: "email",
      name: "name",
      active_subscription: "active",
      expiry: "until",
      plan: "plan",
      email_disabled: "unsubscribed",
      created_at: "created",
    },
  },
};

export const FORMAT_NAMES: Record<ImportFormat, string> = {
  openbell: "this site’s own export",
  ghost: "Ghost’s export of members",
  substack: "Substack’s export of subscribers",
  other: "a CSV of another kind",
};

/** Whose export a file is, by its line of names. */
export function formatOf(names: readonly string[]): ImportFormat {
  const there = new Set(names.map((name) => name.trim()));
  const found = Object.entries(FORMATS).find(([, { marks }]) => marks.every((mark) => there.has(mark)));
  return (found?.[0] as ImportFormat | undefined) ?? "other";
}

/** The target of each column; "" for one that is left out. Of two columns that mean the same the first is read. */
export function targetsOf(format: ImportFormat, names: readonly string[]): string[] {
  if (format === "other") return matchColumns(names, IMPORT_TARGETS).map((name) => name ?? "");
  const { columns } = FORMATS[format];
  const taken = new Set<string>();
  return names.map((name) => {
    const found = columns[name.trim()];
    if (found === undefined || taken.has(found)) return "";
    taken.add(found);
    return found;
  });
}

/**
 * The same, but that a column without a target which has dates or words of a status in its cells has to be said: left out by mistake it
 * would make a membership that has ended an endless one. @param samples cells of the first rows
 */
export const targetsToSay = (targets: readonly string[], samples: readonly (readonly string[])[]): string[] =>
  targets.map((target, nth) => {
    if (target !== "") return target;
    const cells = samples.map((row) => (row[nth] ?? "").trim()).filter((cell) => cell !== "");
    return cells.length > 0 && (cells.every(looksLikeDate) || cells.every(isStatusWord)) ? UNSAID : "";
  });

const looksLikeDate = (cell: string) => isNoEnd(cell) || !("problem" in readDate(cell, "UTC"));
const isStatusWord = (cell: string) => accessOfWord(cell) !== undefined;

/** What staff chose for each column: only targets there are, each once. */
export function chosenTargets(chosen: readonly string[]): string[] {
  const taken = new Set<string>();
  return chosen.map((name) => {
    if (name === UNSAID) return name;
    if (taken.has(name) || !IMPORT_TARGETS.some((known) => known.name === name)) return "";
    taken.add(name);
    return name;
  });
}

/** Whether a file has more names of plans than there are plans: another column was matched by mistake. */
export const hasTooManyPlans = (plans: Readonly<Record<string, number>>): boolean =>
  Object.keys(plans).length > MAX_PLANS;
