import { feedLink } from "~/features/feeds/feed-links.rules";

export const PICKS_FEED = feedLink("stock-picks", "Stock Picks");
