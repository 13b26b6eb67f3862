import { rectangleAd, squareAd } from "./art/ad-pictures";
import { BANNER_PICTURES } from "./art/banner-pictures";
import { newsPicture } from "./art/news-pictures";
import { FACES, portrait } from "./art/portraits";
import { ADS, type AdContent } from "./content/ads";
import { AUTHOR_KEYS, type AuthorKey } from "./content/authors";
import { BANNERS } from "./content/banners";
import { LIBRARY } from "./content/library";
import { NEWS } from "./content/news";

/** A picture of the demo, named by the record it belongs to. */
export type DemoPicture = { key: string; draw: () => string };

export const pictureKey = {
  news: (title: string) => `news ${title}`,
  ad: (ad: AdContent) => `ad ${adKey(ad)}`,
  banner: (title: string) => `banner ${title}`,
  library: (title: string) => `library ${title}`,
  portrait: (author: AuthorKey) => `portrait ${author}`,
};

/** An advertiser may book the same link twice, in another shape or slot. */
export function adKey({ name, category, position }: AdContent): string {
  return `${name} ${category} ${position}`;
}

export const DEMO_PICTURES: readonly DemoPicture[] = [
  ...NEWS.flatMap(({ title, picture }) =>
    picture ? [{ key: pictureKey.news(title), draw: () => newsPicture(picture) }] : [],
  ),
  ...ADS.map((ad) => ({
    key: pictureKey.ad(ad),
    draw: () => (ad.category === "square" ? squareAd(ad.art) : rectangleAd(ad.art)),
  })),
  ...BANNERS.map(({ title, picture }) => ({ key: pictureKey.banner(title), draw: BANNER_PICTURES[picture] })),
  ...LIBRARY.map(({ title, picture }) => ({
    key: pictureKey.library(title),
    draw: () => newsPicture(picture),
  })),
  ...AUTHOR_KEYS.map((author) => ({
    key: pictureKey.portrait(author),
    draw: () => portrait(FACES[author]),
  })),
];
