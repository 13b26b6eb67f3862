import type { StaffRole, Viewer } from "./viewer-types.server";

/**
 * What there are permissions about. `back-office`: its dashboard, and everybody's own account in it. `ledger`: checks of it.
 * `member-views`: the site as a member sees it, payments included.
 */
export type Noun =
  | "back-office"
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
  | "member-views"
  | "mails"
  | "banners"
  | "payments"
  | "admins"
  | "settings"
  | "ledger";

type Verb = "read" | "write" | "delete";

/** `news.delete` */
export type Permission = `${Noun}.${Verb}`;

const readAndWrite = (...nouns: Noun[]) =>
  nouns.flatMap((noun): Permission[] => [`${noun}.read`, `${noun}.write`]);
const everything = (...nouns: Noun[]) =>
  nouns.flatMap((noun): Permission[] => [...readAndWrite(noun), `${noun}.delete`]);

const EDITOR: readonly Permission[] = ["back-office.read", ...readAndWrite("news", "videos", "pictures")];

const ADMIN: readonly Permission[] = [
  ...EDITOR,
  "news.delete",
  "videos.delete",
  "pictures.delete",
  ...everything("daily-briefs", "stock-picks", "trade-alerts", "markets", "movers", "ads", "packages"),
  ...readAndWrite("members"),
  "mails.read",
];

const SUPERADMIN: readonly Permission[] = [
  ...ADMIN,
  ...everything("banners", "admins", "coupons"),
  "members.delete",
  "member-views.write",
  ...readAndWrite("payments"),
  ...readAndWrite("settings"),
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

/** The roles of a declaration. */
export const rolesFor = (noun: Noun) => ({
  read: rolesWith(`${noun}.read`),
  write: rolesWith(`${noun}.write`),
  remove: rolesWith(`${noun}.delete`),
});
