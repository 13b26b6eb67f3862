import { Outlet, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AdminFrame } from "~/ui/admin-frame";
import type { NavEntry } from "~/ui/navigation";
import { pageMeta } from "~/web/meta";
import { useRootData, useToasts } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";
import { ThemeChoice } from "~/web/theme-choice";
import { GoToBox } from "./go-to-box";

/** Loaded by the layout route for the frame of every back-office screen. */
export type AdminShellData = {
  staff: { name: string; role: string; email: string };
  /** The current screen is marked. */
  menu: NavEntry[][];
  more: NavEntry[];
};

/** The layout route's id, as routes.ts gives it. */
const LAYOUT = "routes/admin/layout";

/** The signed-in person and their menu; undefined if the layout itself failed. */
export const useAdminShell = () => useRouteLoaderData(LAYOUT) as AdminShellData | undefined;

/** Whether the address draws a form or a question over this screen: its `Outlet` is the overlay then. */
export const useHasDialog = (): boolean =>
  useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.dialog);

/** Shows why a change failed when its route renders this screen. */
export const ChangeOutlet = () => (useHasDialog() ? null : <Outlet />);

/** The head of a back-office screen. @param title absent if the screen could not be loaded */
export const adminMeta = (args: Parameters<typeof pageMeta>[0], title?: string) =>
  pageMeta(args, { title: title ? `${title} | Back-office` : "Back-office", noIndex: true });

type AdminPageProps = {
  overlay?: ReactNode;
  children: ReactNode;
};

/**
 * A screen in the back-office's frame. Screens draw the frame themselves, not the layout route: a dialog is
 * outside the part that is inert while it is open.
 */
export function AdminPage({ overlay, children }: AdminPageProps) {
  const shell = useAdminShell();
  const { siteName } = useRootData();
  const toasts = useToasts();
  if (!shell) return <>{children}</>;
  return (
    <AdminFrame
      siteName={siteName}
      staff={shell.staff}
      menu={shell.menu}
      more={shell.more}
      toasts={toasts}
      overlay={overlay}
      goTo={<GoToBox />}
      settings={<ThemeChoice />}
    >
      {children}
    </AdminFrame>
  );
}
