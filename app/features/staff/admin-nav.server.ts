import type { AdminShellData } from "~/admin-kit/admin-page";
import { isNarrowedBelow, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { type MenuGroup, SCREENS, type Screen } from "~/features/registry.server";
import { markCurrent, type NavEntry } from "~/ui/navigation";
import type { RequestArgs } from "~/web/request-args.server";
import { MORE, placesFor } from "./places.server";
import { accessDeniedReason } from "./screen-access.server";

const DASHBOARD = { label: "Dashboard", to: "/admin", letter: "h" } satisfies NavEntry;

/** The groups of the side menu, from top to bottom; specification, section 2.4. */
const GROUPS: MenuGroup[] = ["people", "content", "promotion", "money", "staff"];

/** Every role sees every entry; entries without access are not links and show the reason. */
function entryFor(screen: Screen, viewer: StaffViewer): NavEntry {
  const reason = accessDeniedReason(screen, viewer);
  const { label, path, letter } = screen;
  return reason ? { label, reason } : { label, to: `/admin/${path}`, letter };
}

/** What a person was narrowed below is left out. */
const menuFor = (viewer: StaffViewer): NavEntry[][] => [
  [DASHBOARD],
  ...GROUPS.map((group) =>
    SCREENS.filter(({ menu, readers }) => menu === group && !isNarrowedBelow(viewer, readers.permission)).map(
      (screen) => entryFor(screen, viewer),
    ),
  ),
];

/** The menu before two-step sign-in is set up. */
const closedMenu = (viewer: StaffViewer): NavEntry[][] =>
  menuFor(viewer).map((group) =>
    group.map(({ label }) => ({ label, reason: "Set up two-step sign-in first." })),
  );

/** The screens that the specification's menu does not have, as far as this person may open them. */
const moreFor = (viewer: StaffViewer): NavEntry[] => {
  const places = placesFor(viewer);
  return MORE.flatMap((to) => places.filter(({ link }) => link === to)).map(({ title, link }) => ({
    label: title,
    to: link,
  }));
};

/** The dashboard's address is a prefix of every screen's. */
function markOne(menu: NavEntry[][], pathname: string): NavEntry[][] {
  const marked = markCurrent(menu.flat(), pathname).find(({ current }) => current);
  if (!marked || (marked.to === DASHBOARD.to && pathname !== DASHBOARD.to)) return menu;
  return menu.map((group) => group.map((entry) => ({ ...entry, current: entry.to === marked.to })));
}

/** The data of the back-office's frame: the person and the menu. */
export async function adminNav(args: RequestArgs): Promise<AdminShellData> {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const { fullname, role, email, needsTwoStep } = viewer;
  const listed = needsTwoStep ? closedMenu(viewer) : menuFor(viewer);
  const { pathname } = new URL(args.request.url);
  const marked = markOne([...listed, needsTwoStep ? [] : moreFor(viewer)], pathname.replace(/\.data$/, ""));
  return {
    staff: { name: fullname || "Admin", role, email },
    menu: marked.slice(0, -1),
    more: marked.at(-1) ?? [],
  };
}
