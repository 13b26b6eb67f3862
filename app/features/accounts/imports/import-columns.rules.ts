import { readDate } from "~/admin-kit/figures/read-date";
import { columnKey, matchColumns, type PasteTarget } from "~/admin-kit/paste/columns";
import { accessOfWord, isNoEnd } from "./cell-words.rules";
import type { ImportFormat } from "./imports.queries.server";

export const IMPORTS_PATH = "/admin/manage-users/import";
export const importPath = (id: string): string => `${IMPORTS_PATH}/${id}`;

/** The change log's kind for imports, which are not managed records. */
export const IMPORTS_KIND = "member-imports";

/** The largest file in bytes, and its largest contents. */
export const MAX_IMPORT_BYTES = 100 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 200_000;
export const MAX_IMPORT_COLUMNS = 60;
/** The most plan names in a file; a column with more is not a plan. */
export const MAX_PLANS = 50;

/** What a column can hold about a member. */
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
  | "labels"
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
/** Column names for the next charge: access lasts until that day. */
const CHARGES = [
  ...["renews", "renews at", "renews on", "renewal", "renewal date", "next renewal", "next renewal date"],
  ...["next payment", "next payment date", "next bill date", "next billing date", "next charge date"],
  ...["current period end", "period end", "paid until", "paid through", "cancel at", "cancels at"],
];
const WHAT_ENDS = ["access", "membership", "subscription", "plan", "term"];

/** Column names for the end of access, with and without the word for what ends. */
const ENDS = [
  ...["last day", "last access day", ...ENDINGS, ...EXPIRIES, ...CHARGES],
  ...WHAT_ENDS.flatMap((thing) => [...ENDINGS, ...EXPIRIES].map((end) => `${thing} ${end}`)),
];

/** Usual column names. Ghost, Substack and this site use exact names: see `FORMATS`. */
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
  target(
    "subscribed",
    "Accepts emails (yes or no)",
    "subscribed to emails",
    "wants mail",
    "wants mail (yes or no)",
    "opt in",
  ),
  target(
    "unsubscribed",
    "Opted out of emails (yes or no)",
    "email disabled",
    "wants no mail",
    "wants no mail (yes or no)",
    "unsubscribed",
    "opt out",
  ),
  target("created", "Member since", "created at", "created", "start date", "joined", "signed up"),
  target("deleted", "Deleted on", "deleted at"),
  target("note", "Note", "comment", "remark"),
  target("notes", "Notes from this site’s export"),
  target("labels", "Labels", "label", "tags", "tag"),
  target(
    "access",
    "Status of the plan",
    ...["status", "subscription status", "subscription state", "membership status", "member status"],
    ...["patron status", "plan status", "payment status", "billing status"],
  ),
  target("status", "Account status from this site’s export"),
];

/** Marks a column whose meaning is undecided; the import waits for the decision. */
export const UNDECIDED = "?";
/** Marks a column that staff chose to skip. */
export const SKIPPED = "left-out";

/**
 * Exports with their own column names: `columns` maps the columns to read, `marks` identifies the format.
 * Ghost: members-csv, "unparse". Substack: email_list.<publication>.csv of a data export; its columns have
 * varied over the years.
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
      labels: "labels",
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
      labels: "labels",
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
  ghost: "Ghost’s member export",
  substack: "Substack’s subscriber export",
  other: "a CSV in another format",
};

/** The format of a file, by its header. */
export function formatOf(names: readonly string[]): ImportFormat {
  const there = new Set(names.map((name) => name.trim()));
  const found = Object.entries(FORMATS).find(([, { marks }]) => marks.every((mark) => there.has(mark)));
  return (found?.[0] as ImportFormat | undefined) ?? "other";
}

/** The target of each column; "" for a skipped one. If two columns have the same target, the first counts. */
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
 * The same, but a column without a target needs a decision if its cells have dates or status words: skipping
 * it by mistake would make an ended membership endless. @param samples cells of the first rows
 */
export const targetsToDecide = (
  targets: readonly string[],
  samples: readonly (readonly string[])[],
): string[] =>
  targets.map((target, nth) => {
    if (target !== "") return target;
    const cells = samples.map((row) => (row[nth] ?? "").trim()).filter((cell) => cell !== "");
    return cells.length > 0 && (cells.every(looksLikeDate) || cells.every(isStatusWord)) ? UNDECIDED : "";
  });

const looksLikeDate = (cell: string) => isNoEnd(cell) || !("problem" in readDate(cell, "UTC"));
const isStatusWord = (cell: string) => accessOfWord(cell) !== undefined;

/** The staff's target for each column: only valid targets, each once. */
export function chosenTargets(chosen: readonly string[]): string[] {
  const taken = new Set<string>();
  return chosen.map((name) => {
    if (name === UNDECIDED) return name;
    if (taken.has(name) || !IMPORT_TARGETS.some((known) => known.name === name)) return "";
    taken.add(name);
    return name;
  });
}

/** Whether a file has more plan names than plausible: another column was matched by mistake. */
export const hasTooManyPlans = (plans: Readonly<Record<string, number>>): boolean =>
  Object.keys(plans).length > MAX_PLANS;
