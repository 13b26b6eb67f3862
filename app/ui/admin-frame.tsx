import type { ReactNode } from "react";
import { INERT } from "./attributes";
import { Avatar } from "./avatar";
import { DrawerButton } from "./drawer-button";
import { Icon } from "./icon";
import { Logo } from "./logo";
import { Menu, MenuAction, MenuEntry, MenuGroup } from "./menu";
import type { NavEntry } from "./navigation";
import { Shortcuts, ShortcutsButton } from "./shortcuts";
import { SkipLink } from "./skip-link";
import { type ToastProps, Toasts } from "./toast";

type AdminFrameProps = {
  siteName: string;
  /** The person's full name ("Admin" without one) and role. */
  staff: { name: string; role: string };
  /** Groups of entries, separated by hairlines. Logout is added to the last one. */
  menu: readonly (readonly NavEntry[])[];
  /** A group above the last one that folds away; it is open where one of its screens is. */
  more: readonly NavEntry[];
  /** In the bar: search for screens and records. */
  goTo?: ReactNode;
  /** Below the menu: personal settings. */
  settings?: ReactNode;
  toasts?: readonly ToastProps[];
  /** A dialog route (ConfirmDialog, Sheet) over the screen, which is then inert. */
  overlay?: ReactNode;
  children: ReactNode;
};

const LOGOUT = "/admin/logout";

/** The back-office layout: indigo bar, menu (280 wide, a drawer below 1024 px), content and overlay. */
export function AdminFrame(props: AdminFrameProps) {
  const { siteName, staff, menu, more, goTo, settings, toasts = [], overlay, children } = props;
  const covered = Boolean(overlay);
  return (
    <>
      <Toasts items={toasts} />
      <div className={covered ? "admin behind" : "admin"} {...(covered ? INERT : {})}>
        {!covered && <SkipLink />}
        <AdminBar siteName={siteName} staff={staff} goTo={goTo} />
        <div className="admin-shell">
          <AdminMenu menu={menu} more={more} settings={settings} />
          <main className="admin-main" id={covered ? undefined : "content"} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {overlay}
      {!covered && <Shortcuts places={menu.flat()} />}
    </>
  );
}

function AdminBar({ siteName, staff, goTo }: Pick<AdminFrameProps, "siteName" | "staff" | "goTo">) {
  return (
    <header className="adminbar band">
      <div className="adminbar-in">
        <DrawerButton />
        <Logo siteName={siteName} to="/admin" label={`${siteName} back-office`} />
        <p className="title wide">Admin Dashboard</p>
        {goTo}
        <Menu
          label={`${staff.name}, account menu`}
          summary={
            <>
              <span className="wide">{staff.name}</span>
              <span className="narrow">
                <Avatar name={staff.name} />
              </span>
              <Icon name="down" />
            </>
          }
        >
          <p className="who">
            <strong>{staff.name}</strong>
            <br />
            <span className="text-muted">{staff.role}</span>
          </p>
          <MenuEntry label="Profile" to="/admin/profile-settings" />
          <MenuAction label="Logout" action={LOGOUT} />
        </Menu>
      </div>
    </header>
  );
}

function AdminMenu({ menu, more, settings }: Pick<AdminFrameProps, "menu" | "more" | "settings">) {
  const listed = menu.slice(0, -1);
  return (
    <nav className="adminmenu" id="menu" aria-label="Back-office">
      <div className="adminmenu-in">
        <ul className="nav-list">
          {listed.map((group, nth) => (
            <MenuEntries key={group[0]?.label} entries={group} gap={nth > 0} />
          ))}
          {more.length > 0 && (
            <MenuGroup label="More" entries={more} open={more.some(({ current }) => current)} />
          )}
          <MenuEntries entries={menu.at(-1) ?? []} gap />
          <li>
            <MenuAction label="Logout" action={LOGOUT} />
          </li>
        </ul>
        {settings}
        <ShortcutsButton />
      </div>
    </nav>
  );
}

const MenuEntries = ({ entries, gap }: { entries: readonly NavEntry[]; gap: boolean }) =>
  entries.map((entry, index) => (
    <li key={entry.label} className={gap && index === 0 ? "gap" : undefined} data-letter={entry.letter}>
      <MenuEntry {...entry} />
    </li>
  ));
