import { columnKey, matchColumns, type PasteTarget } from "~/admin-kit/paste/columns";
import type { ImportFormat } from "./imports.queries.server";

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
  | "status";

const target = (name: ImportTarget, label: string, ...called: string[]): PasteTarget => ({
  name,
  label,
  spellings: [columnKey(label), columnKey(name), ...called.map(columnKey)],
});

/** What columns are usually called. Ghost, Substack and this site name theirs exactly: see `FORMATS`. */
export const IMPORT_TARGETS: readonly PasteTarget[] = [
  target("email", "Email", "email address", "e-mail", "mail", "address"),
  target("name", "Full name", "name", "user name"),
  target("firstname", "First name", "forename", "given name", "first"),
  target("lastname", "Last name", "surname", "family name", "last"),
  target("plan", "Plan", "tier", "tiers", "subscription", "membership", "package", "type"),
  target("complimentary", "Complimentary (yes or no)", "complimentary plan", "comped"),
  target("active", "Pays now (yes or no)", "active subscription"),
  target("until", "Access until", "expiry", "expires", "expiration date", "ends", "last day"),
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
  target("status", "Status"),
];

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
      ...{ email: "email", firstname: "firstname", lastname: "lastname", subscription: "plan" },
      ...{ subscriptionExpiresAt: "until", remindByMail: "subscribed", createdAt: "created" },
      ...{ status: "status", notes: "notes", deletionRequestedAt: "deleted" },
    },
  },
  ghost: {
    marks: ["email", "subscribed_to_emails", "complimentary_plan", "stripe_customer_id"],
    columns: {
      ...{ email: "email", name: "name", note: "note", subscribed_to_emails: "subscribed" },
      ...{ complimentary_plan: "complimentary", created_at: "created", deleted_at: "deleted", tiers: "plan" },
    },
  },
  substack: {
    marks: ["email", "active_subscription", "expiry", "email_disabled"],
    columns: {
      ...{ email: "email", name: "name", active_subscription: "active", expiry: "until", plan: "plan" },
      ...{ email_disabled: "unsubscribed", created_at: "created" },
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

/** What staff chose for each column: only targets there are, each once. */
export function chosenTargets(chosen: readonly string[]): string[] {
  const taken = new Set<string>();
  return chosen.map((name) => {
    if (taken.has(name) || !IMPORT_TARGETS.some((known) => known.name === name)) return "";
    taken.add(name);
    return name;
  });
}

/** Whether a file has more names of plans than there are plans: another column was matched by mistake. */
export const hasTooManyPlans = (plans: Readonly<Record<string, number>>): boolean =>
  Object.keys(plans).length > MAX_PLANS;
