import { MarkIcon } from "~/features/marks/mark-icon";
import { cx } from "~/ui/class-names";
import { Icon } from "~/ui/icon";
import { Menu } from "~/ui/menu";
import { Time } from "~/ui/time";
import type { BellItem, MemberBellData } from "./member-bell.rules";
import { BELL_PATH, BELL_READ_PATH } from "./paths";

/** Items of the menu; the page has all. */
const MOST = 6;

type MemberBellProps = { bell: MemberBellData; zone: string };

/**
 * A member's bell: the number of new things, and the first of them. With script, opening it marks them read if
 * it shows all.
 */
export function MemberBell({ bell: { items, unread, until, instead }, zone }: MemberBellProps) {
  return (
    <Menu
      group="topbar"
      className="bell"
      summaryClass="iconbtn"
      label={unread === 0 ? "Notifications" : `Notifications, ${unread} new`}
      summary={
        <>
          <Icon name="bell" />
          {unread > 0 && (
            <span className="count" aria-hidden="true">
              {unread}
            </span>
          )}
        </>
      }
    >
      {items.length === 0 && <span className="off">{instead}</span>}
      {items.slice(0, MOST).map((item) => (
        <a
          key={`${item.to} ${item.at} ${item.title}`}
          href={item.to}
          className={cx("bell-item", item.isNew && "bell-item--new")}
        >
          <BellText item={item} zone={zone} />
        </a>
      ))}
      <hr />
      <a href={BELL_PATH}>All notifications</a>
      {unread > 0 && <MarkAsRead until={until} whenOpened={unread <= MOST} />}
    </Menu>
  );
}

/** The kind, the age and the title of an item. */
export const BellText = ({
  item: { kind, title, at, isNew, isMine, locked },
  zone,
}: {
  item: BellItem;
  zone: string;
}) => (
  <span className="bell-text">
    <span className="meta">
      {isNew && <span className="sr">New: </span>}
      {isMine && (
        <>
          <MarkIcon name="star" />
          <span className="sr">From your watchlist: </span>
        </>
      )}
      {kind}, <Time at={at} style="short-day" zone={zone} />
      {locked && (
        <>
          {" "}
          <Icon name="lock" />
          <span className="sr">, locked</span>
        </>
      )}
    </span>
    <br />
    {title}
  </span>
);

type MarkAsReadProps = {
  until: Date | undefined;
  /** Script sends it when the menu is opened, because the menu shows all that is new. */
  whenOpened?: boolean;
  /** The class of its button outside the menu. */
  button?: string;
};

/** Marks all items up to the newest one as read. */
export const MarkAsRead = ({ until, whenOpened = false, button }: MarkAsReadProps) => (
  <form method="post" action={BELL_READ_PATH} data-bell-read={whenOpened ? "" : undefined}>
    <input type="hidden" name="until" value={until?.toISOString()} />
    <button type="submit" className={button}>
      Mark all as read
    </button>
  </form>
);
