import { readForMany } from "db/orm.server";
import type { MemberViewer, Viewer } from "~/auth/viewer.server";
import { followedAuthors } from "~/features/watchlist/authors.queries.server";
import { marksFor } from "~/features/watchlist/marks.queries.server";
import { newestFired } from "~/features/watchlist/price-alerts/price-alerts.queries.server";
import { WatchedBlock } from "~/features/watchlist/watched-block";
import { watchedEntries } from "~/features/watchlist/watchlist.queries.server";
import { config } from "~/platform/config.server";
import { NO_OWN_PARTS, type OwnParts } from "~/platform/page-cache/slots.server";
import { readBesideOr, sharedPanelOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { drawPart } from "./draw-part.server";
import { drawBell, keysOfBell } from "./drawn-bell.server";
import { newsOfBell } from "./member-bell.queries.server";
import {
  type FiredItem,
  type MemberBellData,
  MISSING_BELL,
  memberBell,
  type Reader,
} from "./member-bell.rules";

type Context = Pick<RequestArgs, "context">;

/** What a page shows of one reader. @property marks the keys of the marks on it */
type PageNeeds = {
  readonly marks: readonly string[];
  readonly hasBell: boolean;
  readonly hasWatched: boolean;
};

/** The parts of a page that belong to one member; undefined if it has none. */
export function ownParts(args: Context, viewer: Viewer, needs: PageNeeds): Promise<OwnParts> | undefined {
  const { marks, hasBell, hasWatched } = needs;
  if (viewer.kind !== "member" || !(hasBell || hasWatched || marks.length > 0)) return undefined;
  return readOwnParts(args, viewer, needs);
}

async function readOwnParts(args: Context, member: MemberViewer, needs: PageNeeds): Promise<OwnParts> {
  const drawing = needs.hasWatched && member.hasMarks ? drawWatched(args, member) : NO_OWN_PARTS.watched;
  const reading = needs.hasBell ? readFired(args, member) : [];
  const news = needs.hasBell ? await readNews(args, member) : undefined;
  const marks = await marksFor(args, member, [...needs.marks, ...keysOfBell(news)]);
  const watched = await drawing;
  if (!needs.hasBell) return { ...NO_OWN_PARTS, marks, watched };
  const reader = { ...readerOf(member), fired: await reading, zone: config().siteTz };
  return { marks, watched, bell: drawBell(news, marks, reader) };
}

const readerOf = ({ bellReadAt }: MemberViewer): Reader => ({ readAt: bellReadAt, now: Date.now() });

/** Companies and authors on the front page. */
const WATCHED = { limit: 6, offset: 0 };
const FOLLOWED = { limit: 3, offset: 0 };

/** Without the watchlist, if it cannot be read in time. */
const drawWatched = (args: Context, member: MemberViewer): Promise<Buffer> =>
  readBesideOr(
    args,
    "watchlist not read",
    () =>
      readForMany(async () => {
        const [entries, { authors }] = await Promise.all([
          watchedEntries(member, WATCHED),
          followedAuthors(member, FOLLOWED),
        ]);
        return drawPart(
          "watched",
          <WatchedBlock entries={entries} authors={authors} zone={config().siteTz} />,
        );
      }),
    NO_OWN_PARTS.watched,
  );

const readNews = (args: Context, member: MemberViewer) =>
  sharedPanelOr(args, "bell not read", newsOfBell(member), undefined);

/** Without the fired price alerts, if they cannot be read in time. */
const readFired = async (args: Context, member: MemberViewer): Promise<readonly FiredItem[]> =>
  member.hasMarks ? readBesideOr(args, "fired price alerts not read", () => newestFired(member), []) : [];

/** A member's bell as data, for pages that run React in the browser and for the page of notifications. */
export async function bellOf(args: Context, member: MemberViewer): Promise<MemberBellData> {
  const news = await readNews(args, member);
  if (!news) return MISSING_BELL;
  const [marks, fired] = await Promise.all([
    marksFor(args, member, keysOfBell(news)),
    readFired(args, member),
  ]);
  return memberBell(news, marks, { ...readerOf(member), fired });
}
