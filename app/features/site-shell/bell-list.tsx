import { pluralize } from "~/ui/format";
import { PageHead, Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { BellText, MarkAsRead } from "./member-bell";
import type { BellItem, MemberBellData } from "./member-bell.rules";
import "./member-bell.css";

/** Everything in a member's bell: new things first. */
export function BellList({
  bell: { items, unread, until, instead },
  zone,
}: {
  bell: MemberBellData;
  zone: string;
}) {
  const older = items.filter(({ isNew }) => !isNew);
  return (
    <>
      <PageHead
        title="Notifications"
        meta="What we published for you, and your price alerts. A star marks your companies and authors."
        after={unread > 0 && <MarkAsRead until={until} button="btn btn--sm" />}
      />
      {items.length === 0 && <EmptyState title={instead} />}
      {unread > 0 && (
        <Section title="New" aside={pluralize(unread, "item")} first>
          <Items items={items.filter(({ isNew }) => isNew)} zone={zone} />
        </Section>
      )}
      {older.length > 0 && (
        <Section title="Earlier" first={unread === 0}>
          <Items items={older} zone={zone} />
        </Section>
      )}
    </>
  );
}

const Items = ({ items, zone }: { items: readonly BellItem[]; zone: string }) => (
  <ul className="bell-list">
    {items.map((item) => (
      <li key={`${item.to} ${item.at} ${item.title}`}>
        <a href={item.to}>
          <BellText item={item} zone={zone} />
        </a>
      </li>
    ))}
  </ul>
);
