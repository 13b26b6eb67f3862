import { accessTo } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import { callTitle } from "~/features/calls/calls.rules";
import { readerScope } from "~/features/calls/track-record/record.queries.server";
import { lastSettledFor } from "~/features/calls/track-record/settled-cards.queries.server";
import { config } from "~/platform/config.server";
import { ContentByScope } from "~/platform/shared-panel.server";
import { dayIn } from "~/ui/dates";
import { latestAlerts } from "./alerts/alerts.queries.server";
import { latestBriefs } from "./briefs/briefs.queries.server";
import type { NewItem } from "./new-since.rules";
import { latestNews } from "./news/news.queries.server";
import { latestVideos } from "./videos/videos.queries.server";

/** How many of the newest records of each kind to check. */
const EACH = 5;

/**
 * The last published or settled records of each kind; `selectNewItems` picks the new ones for a reader.
 * Records that the reader may not read are left out.
 */
export const newItems = new ContentByScope(
  (viewer: Viewer) => [readerScope(viewer), ...KINDS.map((kind) => accessTo(kind, viewer))].join(),
  readNewItems,
);

const KINDS = ["daily brief", "trade alert", "video"] as const;

async function readNewItems(viewer: Viewer): Promise<NewItem[]> {
  const zone = config().siteTz;
  const range = { limit: EACH };
  const [news, briefs, alerts, videos, settled] = await Promise.all([
    latestNews(range),
    latestBriefs(accessTo("daily brief", viewer), range),
    latestAlerts(accessTo("trade alert", viewer), range),
    latestVideos(accessTo("video", viewer), range),
    lastSettledFor(viewer, EACH),
  ]);
  const item = (kind: NewItem["kind"], name: string, to: string, at: Date): NewItem => ({
    kind,
    name,
    to,
    at,
    day: dayIn(zone, at),
  });
  return [
    ...settled.map(({ id, reason, result, endedOn, ...call }): NewItem => {
      const outcome = { reason, result };
      return { kind: "Settled", name: callTitle(call), to: `/track-record/${id}`, day: endedOn, outcome };
    }),
    ...news.map(({ id, title, createdAt }) => item("News", title, `/news/${id}`, createdAt)),
    ...briefs.map(({ id, companyName, headline, createdAt }) =>
      item("Brief", headline ?? companyName, `/daily-brief/${id}`, createdAt),
    ),
    ...alerts.flatMap(({ id, call, createdAt }) =>
      call && !call.ended
        ? [
            item(
              "Alert",
              callTitle({ direction: call.tag, name: call.name }),
              `/trade-alert/${id}`,
              createdAt,
            ),
          ]
        : [],
    ),
    ...videos.map(({ id, title, createdAt }) => item("Video", title, `/videos/${id}`, createdAt)),
  ];
}
