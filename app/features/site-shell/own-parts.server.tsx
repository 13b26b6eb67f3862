import { renderToString } from "react-dom/server";
import type { MemberViewer, Viewer } from "~/auth/viewer.server";
import { marksFor } from "~/features/watchlist/marks.queries.server";
import { config } from "~/platform/config.server";
import { NO_OWN_PARTS, type OwnParts } from "~/platform/page-cache/slots.server";
import { sharedPanelOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { MemberBell } from "./member-bell";
import { newsOfBell } from "./member-bell.queries.server";
import { bellKeys, type MemberBellData, memberBell } from "./member-bell.rules";

type Context = Pick<RequestArgs, "context">;

/** What a page shows of one reader. @property marks the keys of the marks on it */
type PageNeeds = {
  readonly marks: readonly string[];
  readonly hasBell: boolean;
};

/** The parts of a page that belong to one member; undefined if it has none. */
export function ownParts(args: Context, viewer: Viewer, needs: PageNeeds): Promise<OwnParts> | undefined {
  const { marks, hasBell } = needs;
  if (viewer.kind !== "member" || !(hasBell || marks.length > 0)) return undefined;
  return readOwnParts(args, viewer, needs);
}

async function readOwnParts(args: Context, member: MemberViewer, needs: PageNeeds): Promise<OwnParts> {
  const news = needs.hasBell ? await readNews(args, member) : [];
  const marks = (await marksFor(member, [...needs.marks, ...bellKeys(news)])) ?? NO_OWN_PARTS.marks;
  if (!needs.hasBell) return { ...NO_OWN_PARTS, marks };
  const bell = memberBell(news, marks, { readAt: member.bellReadAt, now: Date.now() });
  return { marks, bell: draw("bell", <MemberBell bell={bell} zone={config().siteTz} />) };
}

/** The ids in it must differ from those of the page around it. */
const draw = (name: string, part: React.ReactElement): Buffer =>
  Buffer.from(renderToString(part, { identifierPrefix: name }));

const readNews = (args: Context, member: MemberViewer) =>
  sharedPanelOr(args, "The bell stays empty", newsOfBell(member), []);

/** A member's bell as data, for pages that run React in the browser and for the page of notifications. */
export async function bellOf(args: Context, member: MemberViewer): Promise<MemberBellData> {
  const news = await readNews(args, member);
  const marks = (await marksFor(member, bellKeys(news))) ?? NO_OWN_PARTS.marks;
  return memberBell(news, marks, { readAt: member.bellReadAt, now: Date.now() });
}
