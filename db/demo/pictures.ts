import { ADS, type AdContent, BANNERS } from "./advertising";
import { AUTHOR_KEYS, NEWS } from "./editorial";
import { LIBRARY } from "./library";

/**
 * A picture of the demo, named by its record. `file` is its drawing, which two bookings of an ad may share.
 */
export type DemoPicture = { key: string; file: string };

export const pictureKey = {
  news: (title: string) => `news ${title}`,
  ad: (ad: AdContent) => `ad ${adKey(ad)}`,
  banner: (title: string) => `banner ${title}`,
  library: (title: string) => `library ${title}`,
  portrait: (author: string) => `portrait ${author}`,
};

/** An advertiser may book the same link twice, in another shape or slot. */
export function adKey({ name, category, position }: AdContent): string {
  return `${name} ${category} ${position}`;
}

export const DEMO_PICTURES: readonly DemoPicture[] = [
  ...NEWS.flatMap(({ title, picture }) => (picture ? [{ key: pictureKey.news(title), file: picture }] : [])),
  ...ADS.map((ad) => ({ key: pictureKey.ad(ad), file: ad.picture })),
  ...BANNERS.map(({ title, picture }) => ({ key: pictureKey.banner(title), file: picture })),
  ...LIBRARY.map(({ title, picture }) => ({ key: pictureKey.library(title), file: picture })),
  ...AUTHOR_KEYS.map((author) => ({ key: pictureKey.portrait(author), file: `portraits/${author}` })),
];
