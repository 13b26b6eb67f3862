import { useRouteLoaderData } from "@remix-run/react";
import { cx } from "~/ui/class-names";
import { MARKS_PATH, markKey, markSlot, type SavedKind } from "./mark.rules";
import { MarkIcon, type MarkIconName } from "./mark-icon";

type MarkProps = {
  /** As `markKey` makes it. */
  of: string;
  icon: MarkIconName;
  /** For screen readers, also if it is marked: "Watch Nvidia". */
  label: string;
  /** Visible words; without them the icon stands alone. */
  words?: string;
};

/**
 * A switch that works without script: its form posts to one address for all marks. On pages for many readers
 * the server fills in each member's state; for visitors nothing is marked, and the form leads to the sign-in.
 */
export function Mark({ of, icon, label, words }: MarkProps) {
  const token = useRouteLoaderData<{ marks?: string }>("routes/site/layout")?.marks;
  const pressed = (token === undefined ? "false" : markSlot(token, "p", of)) as "false";
  return (
    <form className="mark-form" method="post" action={MARKS_PATH} data-mark="">
      <button
        type="submit"
        className={cx("mark", words !== undefined && "mark--words")}
        name={token === undefined ? "add" : markSlot(token, "n", of)}
        aria-pressed={pressed}
        value={of}
        aria-label={label}
        title={label}
      >
        <MarkIcon name={icon} />
        {words}
      </button>
    </form>
  );
}

/** Puts a company on the watchlist. */
export const WatchStar = ({ symbol, name, words }: { symbol: string; name: string; words?: string }) => (
  <Mark of={markKey("company", symbol)} icon="star" label={`Watch ${name}`} words={words} />
);

/** Follows an author. */
export const FollowAuthor = ({ slug, name }: { slug: string; name: string }) => (
  <Mark of={markKey("author", slug)} icon="plus" label={`Follow ${name}`} words="Follow" />
);

/** Saves an article, a brief or a video for later. */
export const SaveForLater = ({ kind, id, title }: { kind: SavedKind; id: string; title: string }) => (
  <Mark of={markKey(kind, id)} icon="bookmark" label={`Save for later: ${title}`} words="Save" />
);
