import { feedLink } from "~/web/feed-links";
import type { PageMeta } from "~/web/meta";
import { newsArticle } from "~/web/structured-data";
import type { AlertCall } from "./alerts.queries.server";
import { sideLabel } from "./alerts.rules";

export const ALERTS_FEED = feedLink("trade-alert", "Trade Alerts");

type Loaded = {
  id: string;
  /** Only for readers with full access, whose page title contains it. */
  call?: Pick<AlertCall, "tag" | "name" | "ticker">;
  /** The audience, in words. */
  readers: string;
  createdAt: Date;
  /** The time of publication, in words. */
  posted: string;
};

/** The head of an alert's page. Search engines and shared links get only its time, for every viewer. */
export function alertMeta(alert: Loaded | undefined): PageMeta {
  if (!alert) return { title: "Trade Alert not found", noIndex: true };
  const { id, call, readers, createdAt, posted } = alert;
  const path = `/trade-alert/${id}`;
  const headline = `Trade alert of ${posted}`;
  const description = `A call to buy or sell, posted on ${posted}, with its target, stop and reason, for ${readers}.`;
  const picture = { path: "/og/trade-alert.png", alt: "Trade alert" };
  const piece = { title: headline, path, description, published: createdAt, pictures: [picture.path] };
  return {
    title: call ? `${sideLabel(call)} ${call.name} (${call.ticker})` : headline,
    description,
    path,
    picture,
    feed: ALERTS_FEED,
    type: "article",
    published: createdAt,
    jsonLd: newsArticle(piece, "paywalled"),
  };
}
