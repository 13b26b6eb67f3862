import { feedLink } from "~/web/feed-links";

export const PICKS_FEED = feedLink("stock-picks", "Stock Picks");
