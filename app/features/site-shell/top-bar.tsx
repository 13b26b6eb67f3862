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
  /** Two letters that replace the initials of the name. */
  initials?: string;
  /** Whether the member already has a plan, so the entry is the plans' plain name. */
  pays?: boolean;
};

export type TopBarProps = {
  siteName: string;
  /** The signed-in member. Visitors see the buttons instead. */
  member?: Member;
  /** Shown to members: help by text message only. */
  supportPhone?: string;
  notifications?: readonly NavEntry[];
  /** The bell, if it is rendered separately. */
  bell?: ReactNode;
  /** The search text, on the results page. */
  query?: string;
  /** The links of the account menu, as the owner set them. */
  links?: SiteLinks;
  /** Only the logo, where the viewer is unknown. */
  plain?: boolean;
};

/**
 * Sticky, in paper colour with a hairline. Visitors: search, bell, three buttons. Members: help line, bell,
 * account menu.
 */
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

/** Support by text message, not by phone. In the bar if there is room, otherwise in the menu. */
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
