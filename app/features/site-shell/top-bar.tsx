import type { ReactNode } from "react";
import { SearchBox } from "~/features/search/search-box";
import type { SiteLinks } from "~/platform/site-settings/link-places";
import { Avatar } from "~/ui/avatar";
import { IconLink, LinkButton } from "~/ui/button";
import { cx } from "~/ui/class-names";
import { DrawerButton } from "~/ui/drawer-button";
import { Icon } from "~/ui/icon";
import { Logo } from "~/ui/logo";
import { Menu, MenuAction, MenuEntry } from "~/ui/menu";
import type { NavEntry } from "~/ui/navigation";
import { memberLinks } from "./site-nav";

export type Member = {
  name: string;
  email: string;
  /** URL of the profile picture. */
  picture?: string;
  /** Two letters instead of those of the name. */
  initials?: string;
  /** Has what is sold already, so the plans are offered under their name alone. */
  pays?: boolean;
};

export type TopBarProps = {
  siteName: string;
  /** Who is signed in; visitors see the buttons instead. */
  member?: Member;
  /** Shown to members: help by messages only. */
  supportPhone?: string;
  notifications?: readonly NavEntry[];
  /** The bell where it is drawn apart from the page. */
  bell?: ReactNode;
  /** What was searched for, on the results page. */
  query?: string;
  /** Where what is said in the account menu leads, as the owner set it. */
  links?: SiteLinks;
  /** Only the logo: where nothing about the viewer is known. */
  plain?: boolean;
};

/** Sticky, paper, one hairline. Visitors: search, bell, three buttons. Members: help line, bell, account menu. */
export function TopBar({ drawer = false, ...props }: TopBarProps & { drawer?: boolean }) {
  const { siteName, member, supportPhone, links, notifications = [], bell, query, plain = false } = props;
  return (
    <header className="topbar">
      <div className="topbar-in">
        {drawer && <DrawerButton />}
        <Logo siteName={siteName} to="/" />
        {!plain && (
          <>
            <SearchBox query={query} />
            <div className="topbar-end">
              <IconLink className="narrow" icon="search" label="Search" to="/search" />
              {member && supportPhone && <HelpLine phone={supportPhone} className="desk" />}
              {bell ?? <Bell notifications={notifications} />}
              {member ? (
                <MemberMenu member={member} phone={supportPhone} links={links} />
              ) : (
                <VisitorButtons />
              )}
            </div>
          </>
        )}
      </div>
    </header>
  );
}

export function Bell({ notifications }: { notifications: readonly NavEntry[] }) {
  const count = notifications.length;
  return (
    <Menu
      group="topbar"
      summaryClass="iconbtn"
      label={count === 0 ? "Notifications" : `Notifications, ${count} new`}
      summary={
        <>
          <Icon name="bell" />
          {count > 0 && (
            <span className="count" aria-hidden="true">
              {count}
            </span>
          )}
        </>
      }
    >
      {count === 0 && <span className="off">No notifications.</span>}
      {notifications.map((entry) => (
        <MenuEntry key={entry.label} {...entry} />
      ))}
    </Menu>
  );
}

function VisitorButtons() {
  return (
    <>
      <LinkButton to="/login" variant="quiet">
        Sign In
      </LinkButton>
      <LinkButton to="/register" className="roomy">
        Get Started
      </LinkButton>
      <LinkButton to="/subscription" referrerPolicy="no-referrer" variant="accent" className="max-md:hidden">
        Subscribe to Premium
      </LinkButton>
    </>
  );
}

/** Where members get help: by messages, not by calls. In the bar where it has room, in the menu where it has none. */
function HelpLine({ phone, className }: { phone: string; className?: string }) {
  return (
    <p className={cx("help meta", className)}>
      <Icon name="chat" />
      <span>
        Messages only: <strong>{phone}</strong>
      </span>
    </p>
  );
}

type MemberMenuProps = { member: Member; phone?: string; links?: SiteLinks };

function MemberMenu({ member, phone, links }: MemberMenuProps) {
  return (
    <Menu
      group="topbar"
      summaryClass="avatar-summary"
      label={`Account menu, ${member.name}`}
      summary={
        <>
          <Avatar {...member} />
          <Icon name="down" />
        </>
      }
    >
      <p className="who">
        <strong>{member.name}</strong>
        <br />
        <span className="text-muted">{member.email}</span>
      </p>
      {memberLinks(member.pays ?? false, links).map((entry) => (
        <MenuEntry key={entry.label} {...entry} />
      ))}
      {phone && <HelpLine phone={phone} className="no-desk" />}
      <hr />
      <MenuAction label="Sign Out" action="/logout" />
    </Menu>
  );
}
