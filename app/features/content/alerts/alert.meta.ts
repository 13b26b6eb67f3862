import { feedLink } from "~/web/feed-links";
import type { PageMeta } from "~/web/meta";
import { newsArticle } from "~/web/structured-data";
import type { AlertCall } from "./alerts.queries.server";

export const ALERTS_FEED = feedLink("trade-alert", "Trade Alerts");

type Loaded = {
  id: string;
  /** Only for members who pay, in whose own title it stands. */
  call?: Pick<AlertCall, "tag" | "name" | "ticker">;
  /** Whom it is for, in words. */
  readers: string;
  createdAt: Date;
  /** When it was posted, in words. */
  posted: string;
};

export const sideOf = ({ tag }: Pick<AlertCall, "tag">) => (tag === "buy" ? "Buy" : "Sell");

/** The head of an alert's page. Search engines and shared links are told its time and no more, whoever asks. */
export function alertMeta(alert: Loaded | undefined): PageMeta {
  if (!alert) return { title: "Trade Alert not found", noIndex: true };
  const { id, call, readers, createdAt, posted } = alert;
  const path = `/trade-alert/${id}`;
  const headline = `Trade alert of ${posted}`;
  const description = `A call to buy or to sell, posted on ${posted}, with its target, its stop and its reason, for ${readers}.`;
  const picture = { path: "/og/trade-alert.png", alt: "Trade alert" };
  const piece = { title: headline, path, description, published: createdAt, pictures: [picture.path] };
  return {
    title: call ? `${sideOf(call)} ${call.name} (${call.ticker})` : headline,
    description,
    path,
    picture,
    feed: ALERTS_FEED,
    type: "article",
    published: createdAt,
    jsonLd: newsArticle(piece, "paywalled"),
  };
}
