import { Outlet, useLocation, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AdminFrame } from "~/ui/admin-frame";
import { markCurrent, type NavEntry } from "~/ui/navigation";
import { pageMeta } from "~/web/meta";
import { useRootData, useToasts } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";
import { ThemeChoice } from "~/web/theme-choice";
import { GoToBox } from "./go-to-box";

/** What the back-office's layout route loads for the frame of all its screens. */
export type AdminShellData = {
  staff: { name: string; role: string; email: string };
  menu: NavEntry[][];
  /** The screen that one is at, where the menu has no entry of it. */
  screen?: NavEntry;
};

/** The layout route's id, as routes.ts gives it. */
const LAYOUT = "routes/admin/layout";

const DASHBOARD = "/admin";

/** Who works here and where they may go; undefined where the layout itself failed. */
export const useAdminShell = () => useRouteLoaderData(LAYOUT) as AdminShellData | undefined;

/** Whether the address draws a form or a question over this screen: its `Outlet` is the overlay then. */
export const useHasDialog = (): boolean =>
  useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.dialog);

/** The place where the address of a change, drawn as this screen, says why the change was not made. */
export const ChangeOutlet = () => (useHasDialog() ? null : <Outlet />);

/** The head of a back-office screen. @param title absent where the screen could not be loaded */
export const adminMeta = (args: Parameters<typeof pageMeta>[0], title?: string) =>
  pageMeta(args, { title: title ? `${title} | Back-office` : "Back-office", noIndex: true });

const markAt = (menu: NavEntry[][], to: string | undefined): NavEntry[][] =>
  menu.map((group) => group.map((entry) => ({ ...entry, current: to !== undefined && entry.to === to })));

/** The menu at a screen that it does not list: below the entry that it belongs to, that of the dashboard where its parent has none. */
function menuWithin({ menu, screen }: AdminShellData, parentPath?: string): NavEntry[][] {
  if (!parentPath) return menu;
  const listed = menu.flat().some(({ to }) => to === parentPath) ? parentPath : DASHBOARD;
  if (!screen) return markAt(menu, listed);
  const within: NavEntry = { ...screen, current: true };
  return menu.map((group) =>
    group.map((entry) => (entry.to === listed ? { ...entry, current: "below", within } : entry)),
  );
}

type AdminPageProps = {
  overlay?: ReactNode;
  /** The address of the menu's entry it belongs to, where it has none of its own. */
  parentPath?: string;
  children: ReactNode;
};

/**
 * A screen in the back-office's frame. Screens draw the frame themselves, not the layout route: a dialog lies
 * outside the part that is out of reach while it is open.
 */
export function AdminPage({ overlay, parentPath, children }: AdminPageProps) {
  const shell = useAdminShell();
  const { siteName } = useRootData();
  const { pathname } = useLocation();
  const toasts = useToasts();
  if (!shell) return <>{children}</>;
  const matched = markCurrent(shell.menu.flat(), pathname).find((entry) => entry.current)?.to;
  // Every screen lies below the dashboard's address, also those the menu does not list.
  const isListed = matched !== DASHBOARD || pathname === DASHBOARD;
  const menu = isListed ? markAt(shell.menu, matched) : menuWithin(shell, parentPath);
  return (
    <AdminFrame
      siteName={siteName}
      staff={shell.staff}
      menu={menu}
      toasts={toasts}
      overlay={overlay}
      goTo={<GoToBox />}
      settings={<ThemeChoice />}
    >
      {children}
    </AdminFrame>
  );
}
