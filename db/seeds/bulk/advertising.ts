import { AD_CATEGORIES } from "../../entities/ad";
import { KEEP_RECENT_COUNTS } from "../kept-counts";
import { evenFraction, id, oneOf, word } from "./columns";
import { dated, even, NUMBERS, numbered, pictures, rows, type Statement } from "./statement";

/** Most of them have ended. */
export const ads: Statement = {
  table: "ads",
  alongside: ["images"],
  last: numbered("ads", "name"),
  inserts: [
    pictures("ad", 1000),
    rows("ads", {
      ...dated("ad", 0, 1000),
      name: "'https://advertiser-' || n % 997 || '.example/offer#' || n",
      category: oneOf(1, even(AD_CATEGORIES)),
      status: oneOf(2, [
        ["'published'", 2],
        ["'draft'", 98],
      ]),
      position: "1 + n % 10",
      image_id: id("ad picture"),
    }),
  ],
};

/** Number of counted days for each ad, up to yesterday: the server writes today's row. */
const DAYS = 365;

const adOf = (n: string) => `(1 + (${n} - 1) / ${DAYS})`;

export const adCounts: Statement = {
  table: "ad_counts",
  // The next run begins with an ad without counts, whatever wrote the others.
  last: `select ${DAYS} * max(cast(substring(name from '#([0-9]+)$') as bigint)) as last from ads
    where exists (select 1 from ad_counts where ad_id = ads.id)`,
  needs: {
    query: `select count(*) as found from ads where id = ${id("ad", adOf("cast(:until as bigint)"))}`,
    problem: `Ad counts need an ad for every ${DAYS} of them: add --ads`,
  },
  inserts: [
    rows(
      "ad_counts",
      {
        ad_id: id("ad", adOf("n")),
        day: `cast(cast(:now as timestamptz) at time zone 'UTC' as date) - cast(1 + (n - 1) % ${DAYS} as int)`,
        views: "views",
        clicks: `floor(views * ${evenFraction(1)} * 0.04)`,
      },
      `(select n, 1 + floor(${evenFraction(0)} ^ 4 * 4000) as views from ${NUMBERS}) as seen`,
    ),
    KEEP_RECENT_COUNTS,
  ],
};

export const banners: Statement = {
  table: "banners",
  alongside: ["images"],
  last: numbered("banners", "title"),
  inserts: [
    pictures("banner", 1000),
    rows("banners", {
      ...dated("banner", 0, 1000),
      title: `${word("companies", 1)} || ' ' || ${word("headlines", 2)} || ' #' || n`,
      url: `case when ${evenFraction(3)} < 0.7 then 'https://advertiser-' || n % 997 || '.example/' end`,
      image_id: id("banner picture"),
    }),
  ],
};

/** Pictures that staff keep for reuse. */
export const library: Statement = {
  table: "library_pictures",
  alongside: ["images"],
  last: numbered("library_pictures", "title"),
  inserts: [
    pictures("library", 1000),
    rows("library_pictures", {
      ...dated("library", 0, 1000),
      title: `${word("companies", 1)} || ' #' || n`,
      alt: `case when ${evenFraction(3)} < 0.8 then ${word("headlines", 2)} end`,
      image_id: id("library picture"),
    }),
  ],
};
