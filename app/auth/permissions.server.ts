import type { Freshness, StaffRole, Viewer } from "./viewer-types.server";

/**
 * What there are permissions about. `back-office`: its dashboard, and everybody's own account in it. `two-step`: one's own
 * two-step sign-in. `ledger`: checks of it. `member-views`: the site as a member sees it, payments included. `findings`: where
 * money and access differ. `seller`: who sells, as receipts name it, with the tax.
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
  | "banners"
  | "payments"
  | "findings"
  | "admins"
  | "settings"
  | "seller"
  | "ledger";

/** `export`: all of them at once, as a file or over the API. */
type Verb = "read" | "write" | "delete" | "export";

/** `news.delete` */
export type Permission = `${Noun}.${Verb}`;

const readAndWrite = (...nouns: Noun[]) =>
  nouns.flatMap((noun): Permission[] => [`${noun}.read`, `${noun}.write`]);
const everything = (...nouns: Noun[]) =>
  nouns.flatMap((noun): Permission[] => [...readAndWrite(noun), `${noun}.delete`]);

const EDITOR: readonly Permission[] = [
  "back-office.read",
  "two-step.write",
  ...readAndWrite("news", "videos", "pictures"),
];

const ADMIN: readonly Permission[] = [
  ...EDITOR,
  "news.delete",
  "videos.delete",
  "pictures.delete",
  ...everything("daily-briefs", "stock-picks", "trade-alerts", "markets", "movers", "ads", "packages"),
  ...readAndWrite("members"),
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
  ...readAndWrite("settings"),
  "seller.write",
  "ledger.write",
];

/** Who may do what; specification, section 6. What no role is granted nobody may do. Widest role first. */
const GRANTED: ReadonlyMap<StaffRole, ReadonlySet<Permission>> = new Map([
  ["superadmin", new Set(SUPERADMIN)],
  ["admin", new Set(ADMIN)],
  ["editor", new Set(EDITOR)],
]);

/** Whether somebody may do something: `can(viewer, "news.delete")`. */
export const can = (viewer: Viewer, permission: Permission): boolean =>
  viewer.kind === "staff" && GRANTED.get(viewer.role)?.has(permission) === true;

/** The roles that are granted something, widest first. */
export const rolesWith = (permission: Permission): readonly StaffRole[] =>
  [...GRANTED].flatMap(([role, granted]) => (granted.has(permission) ? [role] : []));

/**
 * The deeds that ask for the password once more, unless it was given in the last ten minutes: whatever the door, a form, a row
 * of a list, several rows at once or the API. See docs/operating/staff-sign-in.md.
 */
export const GUARDED_DEEDS = {
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
  safety: ["member-addresses.write", "member-imports.write", "member-views.write", "two-step.write"],
} as const satisfies Record<string, readonly Permission[]>;

export type GuardedDeed = (typeof GUARDED_DEEDS)[keyof typeof GUARDED_DEEDS][number];

/** What asks once an hour: staff edit members all day. */
export const HOURLY_DEEDS = ["members.write"] as const satisfies readonly Permission[];

const FRESHNESS_FOR: ReadonlyMap<Permission, Freshness> = new Map([
  ...HOURLY_DEEDS.map((deed) => [deed, "an hour"] as const),
  ...Object.values(GUARDED_DEEDS)
    .flat()
    .map((deed) => [deed, "ten minutes"] as const),
]);

/** Within how long the password must have been given before a deed; undefined for what nobody is asked about. */
export const freshnessFor = (deed: Permission): Freshness | undefined => FRESHNESS_FOR.get(deed);

/** The roles of a declaration. */
export const rolesFor = (noun: Noun) => ({
  read: rolesWith(`${noun}.read`),
  write: rolesWith(`${noun}.write`),
  remove: rolesWith(`${noun}.delete`),
});
