import { z } from "zod";
import { AD_CATEGORIES } from "../entities/ad";
import { readList, readTable } from "./read";

/** The lettering in an advertiser's pictures, as text alternative. Advertisers are invented. */
const ADVERTISERS = readList("advertisers.json", z.record(z.string(), z.string()));

const AD = z.strictObject({
  advertiser: z.enum(Object.keys(ADVERTISERS)),
  category: z.enum(AD_CATEGORIES),
  position: z.number(),
  status: z.enum(["published", "draft"]),
  daysAgo: z.number(),
  /** the target of its link, if it is not the advertiser's own page */
  campaign: z.string().optional(),
});

/**
 * Ads of both shapes for all ten slots, a second booking for the two busiest, and unstarted drafts. Both ads
 * of an advertiser have the same link, so a page shows both only if nobody else has booked. `name` is that
 * link.
 */
export const ADS = readTable("ads.json", AD).map(({ advertiser, campaign, ...ad }) => ({
  ...ad,
  name: ["https://example.com", advertiser, ...(campaign ? [campaign] : [])].join("/"),
  altText: ADVERTISERS[advertiser] ?? advertiser,
  picture: `ads/${advertiser}-${ad.category}`,
}));
export type AdContent = (typeof ADS)[number];

const BANNER = z.strictObject({
  /** its disclaimer note */
  title: z.string(),
  /** a path of this site or a full address; null: not a link */
  url: z.string().nullable(),
  picture: z.string().transform((name) => `banners/${name}`),
  daysAgo: z.number(),
});

export const BANNERS = readList("banners.json", z.array(BANNER));
