import type { AdminShellData } from "~/admin-kit/admin-page";
import { rolesWith } from "~/features/auth/permissions.server";
import { requireStaff, type StaffRole } from "~/features/auth/viewer.server";
import { type MenuGroup, SCREENS, type Screen } from "~/features/registry.server";
import { markCurrent, type NavEntry } from "~/ui/navigation";
import type { RequestArgs } from "~/web/request-args.server";
import { accessDeniedReason } from "./screen-access.server";

const DASHBOARD: NavEntry = { label: "Dashboard", to: "/admin", letter: "h" };

/** Of the side menu, from top to bottom; specification, section 2.4. */
const GROUPS: MenuGroup[] = ["people", "content", "promotion", "money", "staff"];

/** Everybody sees every entry; one that is not open to them leads nowhere and says why. */
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

/** Nothing is open yet. */
const closedMenu = (role: StaffRole): NavEntry[][] =>
  menuFor(role).map((group) =>
    group.map(({ label }) => ({ label, reason: "Set up two-step sign-in first." })),
  );

/** The screens that the menu leads to by another one. */
const UNLISTED: readonly NavEntry[] = [
  ...SCREENS.filter(({ menu }) => !menu).map(({ label, path }) => ({ label, to: `/admin/${path}` })),
  { label: "The week", to: "/admin/calendar" },
  { label: "Change log", to: "/admin/changes" },
  { label: "Numbers", to: "/admin/numbers" },
];

const unlistedAt = (pathname: string): NavEntry | undefined =>
  markCurrent(UNLISTED, pathname).find(({ current }) => current);

/** What the back-office's frame shows: who works there, and where they can go. */
export async function adminNav(args: RequestArgs): Promise<AdminShellData> {
  const { fullname, role, email, needsTwoStep } = await requireStaff(args, rolesWith("back-office.read"));
  const menu = needsTwoStep ? closedMenu(role) : menuFor(role);
  const screen = unlistedAt(new URL(args.request.url).pathname.replace(/\.data$/, ""));
  return { staff: { name: fullname || "Admin", role, email }, menu, screen };
}
