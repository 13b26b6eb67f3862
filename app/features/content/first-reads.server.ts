import { accessTo } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import { formatTime } from "~/ui/dates";
import { pluralize } from "~/ui/format";
import { latestAlerts } from "./alerts/alerts.queries.server";
import { latestBriefs } from "./briefs/briefs.queries.server";
import { pickTotals } from "./picks/pick-counts.queries.server";

/** A recommended first read. `about` is its kind, `title` its name. */
export type FirstRead = { about: string; title: string; to: string };

/** Records of each kind to check for one that the reader may read. */
const LOOKED_AT = 5;

/** The newest brief, the newest open alert and the picks, if the reader may read them. */
export async function firstReads(viewer: Viewer, zone: string): Promise<FirstRead[]> {
  const [alertAccess, pickAccess] = [accessTo("trade alert", viewer), accessTo("stock pick", viewer)];
  const [briefs, alerts, { total }] = await Promise.all([
    latestBriefs(accessTo("daily brief", viewer), { limit: LOOKED_AT }),
    latestAlerts(alertAccess, { limit: LOOKED_AT }),
    pickAccess === "locked" ? { total: 0 } : pickTotals(),
  ]);
  const brief = briefs.find(({ opening }) => opening !== undefined);
  const alert = alerts.find(({ call }) => call && !call.ended);
  return [
    ...(brief
      ? [
          {
            about: `Daily brief, ${formatTime(brief.createdAt, "day", zone)}`,
            title: brief.headline ?? `${brief.companyName} (${brief.ticker})`,
            to: `/daily-brief/${brief.id}`,
          },
        ]
      : []),
    ...(alert?.call
      ? [
          {
            about: "Open trade alert",
            title: `${alert.call.tag === "buy" ? "Buy" : "Sell"} ${alert.call.name}`,
            to: `/trade-alert/${alert.id}`,
          },
        ]
      : []),
    ...(total > 0
      ? [{ about: "Stock picks", title: `${pluralize(total, "pick")}, with names`, to: "/stock-picks" }]
      : []),
  ];
}
