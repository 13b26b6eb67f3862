import type { Freshness, StaffRole, StaffViewer, Viewer } from "./viewer-types.server";

/**
 * Subjects of permissions. `back-office`: the dashboard and the person's own account. `two-step`: the
 * person's own two-step sign-in. `ledger`: checks of the ledger. `member-views`: the site as a member sees
 * it, payments included. `findings`: differences between money and access. `seller`: the seller and tax on
 * receipts. `keys`: keys of programs. `webhooks`: what programs are sent.
 */
export type Noun =
  | "back-office"
  | "two-step"
  | "news"
  | "videos"
  | "pictures"
  | "daily-briefs"
  | "stock-picks"
  | "trade-alerts"
  | "markets"
  | "movers"
  | "ads"
  | "packages"
  | "coupons"
  | "members"
  | "member-addresses"
  | "member-imports"
  | "member-views"
  | "mails"
  | "newsletters"
  | "banners"
  | "payments"
  | "findings"
  | "admins"
  | "settings"
  | "keys"
  | "webhooks"
  | "seller"
  | "ledger";

/**
 * `export`: all items at once, as a file or over the API. `publish`: to make a record visible to readers, or change
 * one that is; only nouns with drafts have it.
 */
type Verb = "read" | "write" | "publish" | "delete" | "export";

/** `news.delete` */
export type Permission = `${Noun}.${Verb}`;

const readAndWrite = (...nouns: Noun[]) =>
  nouns.flatMap((noun): Permission[] => [`${noun}.read`, `${noun}.write`]);
const everything = (...nouns: Noun[]) =>
  nouns.flatMap((noun): Permission[] => [...readAndWrite(noun), `${noun}.delete`]);
const everythingOfDrafts = (...nouns: Noun[]) =>
  nouns.flatMap((noun): Permission[] => [...everything(noun), `${noun}.publish`]);

const EDITOR: readonly Permission[] = [
  "back-office.read",
  "two-step.write",
  ...readAndWrite("news", "videos", "pictures"),
  "news.publish",
  "videos.publish",
];

const ADMIN: readonly Permission[] = [
  ...EDITOR,
  "news.delete",
  "videos.delete",
  "pictures.delete",
  ...everythingOfDrafts("daily-briefs", "stock-picks", "trade-alerts", "ads"),
  ...everything("markets", "movers", "packages"),
  ...readAndWrite("members", "newsletters"),
  "members.export",
  "member-addresses.write",
  "member-imports.write",
  "mails.read",
  "mails.export",
];

const SUPERADMIN: readonly Permission[] = [
  ...ADMIN,
  ...everything("banners", "admins", "coupons"),
  "admins.export",
  "members.delete",
  "member-views.write",
  ...readAndWrite("payments"),
  "payments.export",
  "findings.write",
  ...readAndWrite("settings", "keys", "webhooks"),
  "seller.write",
  "ledger.write",
];

/** What each role may do; specification, section 6. Everything else is forbidden. Widest role first. */
const GRANTED: ReadonlyMap<StaffRole, ReadonlySet<Permission>> = new Map([
  ["superadmin", new Set(SUPERADMIN)],
  ["admin", new Set(ADMIN)],
  ["editor", new Set(EDITOR)],
]);

/** What a person can always do, however narrowed: see the dashboard, and change their own account. */
export const NEVER_TAKEN: ReadonlySet<Permission> = new Set(["back-office.read", "two-step.write"]);

/** The person, as far as permissions depend on them. */
export type Narrowable = Pick<StaffViewer, "kind" | "role" | "narrowedTo">;

/** Whether the viewer has a permission: `can(viewer, "news.delete")`. A person may be narrowed within their role. */
export function can(viewer: Viewer | Narrowable, permission: Permission): boolean {
  if (viewer.kind === "key") return viewer.permissions.has(permission);
  return viewer.kind === "staff" && isGranted(viewer.role, permission) && !isTaken(viewer, permission);
}

const isGranted = (role: StaffRole, permission: Permission) => GRANTED.get(role)?.has(permission) === true;

const isTaken = ({ narrowedTo }: Narrowable, permission: Permission): boolean =>
  narrowedTo !== undefined && !narrowedTo.has(permission) && !NEVER_TAKEN.has(permission);

/** Whether the role has a permission that this person was narrowed below. */
export const isNarrowedBelow = (viewer: Viewer | Narrowable, permission: Permission): boolean =>
  viewer.kind === "staff" && isGranted(viewer.role, permission) && isTaken(viewer, permission);

/** Every permission of a role. */
export const permissionsOf = (role: StaffRole): readonly Permission[] => [...(GRANTED.get(role) ?? [])];

/** The roles that have a permission, and the permission, which a narrowed person of such a role may lack. */
export type Roles = readonly StaffRole[] & { readonly permission: Permission };

/** The roles that have a permission, widest first. */
export const rolesWith = (permission: Permission): Roles =>
  // Not enumerable, so that it is compared and written like any list.
  Object.defineProperty(
    [...GRANTED.keys()].filter((role) => isGranted(role, permission)),
    "permission",
    { value: permission },
  ) as unknown as Roles;

/** Of a permission that nobody has. */
export const NOBODY: Roles = rolesWith("back-office.delete");

/**
 * Actions that need a password given in the last ten minutes, from any entry point: a form, a row of a list,
 * a bulk action or the API. An API key can never do them. See docs/operating/staff-sign-in.md.
 */
export const GUARDED_ACTIONS = {
  money: [
    "packages.write",
    "packages.delete",
    "coupons.write",
    "coupons.delete",
    "seller.write",
    "payments.write",
    "findings.write",
  ],
  admins: ["admins.write", "admins.delete"],
  "people as files": ["members.export", "payments.export", "mails.export", "admins.export"],
  "deletion of people": ["members.delete"],
  safety: [
    "member-addresses.write",
    "member-imports.write",
    "member-views.write",
    "two-step.write",
    "keys.write",
    "webhooks.write",
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type GuardedAction = (typeof GUARDED_ACTIONS)[keyof typeof GUARDED_ACTIONS][number];

/** Needs the password only once an hour, because staff edit members all day. */
export const HOURLY_ACTIONS = ["members.write"] as const satisfies readonly Permission[];

const FRESHNESS_FOR: ReadonlyMap<Permission, Freshness> = new Map([
  ...HOURLY_ACTIONS.map((action) => [action, "an hour"] as const),
  ...Object.values(GUARDED_ACTIONS)
    .flat()
    .map((action) => [action, "ten minutes"] as const),
]);

/** The maximum age of the password check for an action; undefined when none is needed. */
export const freshnessFor = (action: Permission): Freshness | undefined => FRESHNESS_FOR.get(action);

/** The roles for reading, writing and deleting a resource. */
export const rolesFor = (noun: Noun) => ({
  read: rolesWith(`${noun}.read`),
  write: rolesWith(`${noun}.write`),
  remove: rolesWith(`${noun}.delete`),
});
