import type { BannerPicture } from "../art/banner-pictures";

/** A banner of the demo; `title` is its disclaimer note. */
export type BannerContent = {
  title: string;
  /** a path of this site or a full address; null: not a link */
  url: string | null;
  picture: BannerPicture;
  daysAgo: number;
};

export const BANNERS: readonly BannerContent[] = [
  {
    title:
      "Education, not advice. Investments carry risk: prices fall as well as rise, and you may get back less than you put in.",
    url: "https://example.com/how-we-research",
    picture: "horizon",
    daysAgo: 40,
  },
  {
    title:
      "Sample content. The people are invented and the figures are samples; none of them is a market price.",
    url: null,
    picture: "specimen",
    daysAgo: 41,
  },
];
