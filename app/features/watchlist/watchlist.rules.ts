import * as z from "zod/mini";
import { pickHref } from "~/features/pick-href";

/** Companies on a page of the list. */
export const WATCHED_SIZE = 50;

/** What the buttons of an entry do. */
export const ENTRY_CHANGES = ["up", "top", "remove"] as const;

/** @property entry the instrument's id */
export const entrySchema = z.object({
  entry: z.uuid("This company is not on your watchlist."),
  change: z.enum(ENTRY_CHANGES, "Choose what to do."),
  page: z.optional(z.string()),
});

/** The kinds of our content, as lists name them. */
export const ITEM_KINDS = {
  brief: "Brief",
  alert: "Alert",
  pick: "Pick",
  news: "News",
  video: "Video",
} as const;

type Item = { kind: keyof typeof ITEM_KINDS; id: string; title: string | null };

export function itemHref({ kind, id, title }: Item): string {
  if (kind === "pick") return pickHref(title ?? "", id);
  const section = { brief: "daily-brief", alert: "trade-alert", news: "news", video: "videos" }[kind];
  return `/${section}/${id}`;
}
