import { FollowAuthor, SaveForLater } from "~/features/marks/mark";
import { Icon } from "~/ui/icon";
import { Time } from "~/ui/time";
import type { FollowedRow } from "./authors.queries.server";
import type { SavedRow } from "./saved.queries.server";
import { ITEM_KINDS, itemHref } from "./watchlist.rules";
import { Newest } from "./watchlist-page";
import "./watchlist.css";

/** What a member saved. */
export const SavedList = ({ items, zone }: { items: readonly SavedRow[]; zone: string }) => (
  <ul className="marked-list">
    {items.map((item, index) => (
      <li key={item.id}>
        <p className="watched-name">
          {item.locked && (
            <>
              <Icon name="lock" />
              <span className="sr">Locked: </span>
            </>
          )}
          {item.title === null ? (
            <span className="text-muted">No longer published</span>
          ) : (
            <a href={itemHref(item)}>{item.title}</a>
          )}
        </p>
        <p className="watched-news meta">
          {ITEM_KINDS[item.kind]}
          {item.at && (
            <>
              , <Time at={item.at} style="day" zone={zone} />
            </>
          )}
        </p>
        <SaveForLater
          {...item}
          title={item.title ?? `${ITEM_KINDS[item.kind]} ${index + 1}, no longer published`}
        />
      </li>
    ))}
  </ul>
);

/** The authors that a member follows, each with the newest text. */
export const FollowedList = ({ authors, zone }: { authors: readonly FollowedRow[]; zone: string }) => (
  <ul className="marked-list">
    {authors.map(({ slug, name, newest }) => (
      <li key={slug}>
        <p className="watched-name">
          {newest ? <a href={`/author/${encodeURIComponent(slug)}`}>{name}</a> : name}
        </p>
        <p className="watched-news meta">
          {newest ? <Newest item={newest} zone={zone} /> : "No articles or briefs at the moment"}
        </p>
        <FollowAuthor slug={slug} name={name} />
      </li>
    ))}
  </ul>
);
