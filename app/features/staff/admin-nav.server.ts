import type { AdminShellData } from "~/admin-kit/admin-page";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffRole } from "~/auth/viewer.server";
import { EDITIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { type MenuGroup, SCREENS, type Screen } from "~/features/registry.server";
import { markCurrent, type NavEntry } from "~/ui/navigation";
import type { RequestArgs } from "~/web/request-args.server";
import { accessDeniedReason } from "./screen-access.server";

const DASHBOARD = { label: "Dashboard", to: "/admin", letter: "h" } satisfies NavEntry;

/** The groups of the side menu, from top to bottom; specification, section 2.4. */
const GROUPS: MenuGroup[] = ["people", "content", "promotion", "money", "staff"];

/** Everybody sees every entry; entries without access are not links and show the reason. */
function entryFor(screen: Screen, role: StaffRole): NavEntry {
  const reason = accessDeniedReason(screen, role);
  const { label, path, letter } = screen;
  return reason ? { label, reason } : { label, to: `/admin/${path}`, letter };
}

const menuFor = (role: StaffRole): NavEntry[][] => [
  [DASHBOARD],
  ...GROUPS.map((group) =>
    SCREENS.filter(({ menu }) => menu === group).map((screen) => entryFor(screen, role)),
  ),
];

/** The menu before two-step sign-in is set up. */
const closedMenu = (role: StaffRole): NavEntry[][] =>
  menuFor(role).map((group) =>
    group.map(({ label }) => ({ label, reason: "Set up two-step sign-in first." })),
  );

/** A screen without a menu entry, and the address of its parent entry. */
type Unlisted = NavEntry & { to: string; parent: string };

const UNLISTED: readonly Unlisted[] = [
  ...SCREENS.filter(({ menu }) => !menu).map(({ label, path, resource }) => ({
    label,
    to: `/admin/${path}`,
    parent: resource.listing.parent?.to ?? DASHBOARD.to,
  })),
  { label: "The week", to: "/admin/calendar", parent: DASHBOARD.to },
  { label: "Newsletters", to: EDITIONS_PATH, parent: "/admin/manage-users" },
  { label: "Change log", to: "/admin/changes", parent: DASHBOARD.to },
  { label: "Numbers", to: "/admin/numbers", parent: "/admin/payments" },
];

const currentIn = (entries: readonly NavEntry[], pathname: string) =>
  markCurrent(entries, pathname).find(({ current }) => current)?.to;

/**
 * Marks the current screen in the menu. A screen without an entry is added below its parent, or below the
 * dashboard.
 */
function markedMenu(menu: NavEntry[][], pathname: string): NavEntry[][] {
  const mark = (to: string | undefined, marks: Partial<NavEntry>) =>
    menu.map((group) =>
      group.map((entry) => (to !== undefined && entry.to === to ? { ...entry, ...marks } : entry)),
    );
  const listed = currentIn(menu.flat(), pathname);
  // The dashboard's address is a prefix of every screen's.
  if (listed !== DASHBOARD.to || pathname === DASHBOARD.to) return mark(listed, { current: true });
  const at = currentIn(UNLISTED, pathname);
  const screen = UNLISTED.find(({ to }) => to === at);
  if (!screen) return menu;
  const { label, to, parent } = screen;
  const isListed = menu.flat().some((entry) => entry.to === parent);
  return mark(isListed ? parent : DASHBOARD.to, { current: "below", within: { label, to, current: true } });
}

/** The data of the back-office's frame: the person and the menu. */
export async function adminNav(args: RequestArgs): Promise<AdminShellData> {
  const { fullname, role, email, needsTwoStep } = await requireStaff(args, rolesWith("back-office.read"));
  const menu = needsTwoStep ? closedMenu(role) : menuFor(role);
  const { pathname } = new URL(args.request.url);
  return {
    staff: { name: fullname || "Admin", role, email },
    menu: markedMenu(menu, pathname.replace(/\.data$/, "")),
  };
}
