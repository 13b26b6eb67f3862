import { AD_CATEGORIES, AD_POSITIONS, Ad as AdRecord } from "db/entities/ad";
import { columnsAs } from "db/entity-columns.server";
import { HAS_NOT_ENDED } from "db/published";
import { array, literal, sql } from "db/sql";
import { statement } from "db/statement.server";
import { canReadPaidContent } from "~/access/access.server";
import { type Viewer, viewerOf } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { pictureAttributes, type StoredPicture } from "~/platform/pictures/picture";
import { STORED_PICTURE } from "~/platform/pictures/stored-picture.server";
import { SharedPanel } from "~/platform/shared-panel.server";
import { sharedPanelOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { advertiserName, pickAds, shuffle } from "./ads.rules";

export { AD_CATEGORIES };
export type AdCategory = (typeof AD_CATEGORIES)[number];

/**
 * A published advertisement. `name` is its link target; specification, section 3.
 * @property altText describes the picture
 */
export type Ad = {
  id: string;
  name: string;
  category: AdCategory;
  position: number;
  altText: string | null;
  sellsMembership: boolean;
  picture: StoredPicture;
};

const ROW = {
  ...columnsAs("a", AdRecord, "id", "name", "category", "position", "altText", "sellsMembership"),
  picture: STORED_PICTURE,
};

type Slot = { category: AdCategory; position?: number };

/**
 * How many ads of each position take part in a draw, and as many that sell memberships. A page has few slots,
 * but a position may have any number of ads.
 */
const CANDIDATES_PER_POSITION = 20;

const PUBLISHED_THERE = sql`
  select * from ads where status = 'published' and ${HAS_NOT_ENDED} and category = place.category and position = place.position
                      and sells_membership = place.sells_membership`;

/**
 * Ids are random, so the rows after a random id are a fair sample. A draw of twenty need not count a million.
 */
const CANDIDATES = statement("ads.candidates", ROW)`
  select ${ROW}
    from (select category, position, sells_membership, gen_random_uuid() as start
            from unnest(${array(literal(AD_CATEGORIES))("categories")}::text[]) as category,
                 generate_series(1, ${AD_POSITIONS}) as position, (values (false), (true)) as own (sells_membership)
          offset 0) as place
    cross join lateral (
      (${PUBLISHED_THERE} and id >= place.start order by id limit ${CANDIDATES_PER_POSITION})
      union all
      (${PUBLISHED_THERE} and id < place.start order by id limit ${CANDIDATES_PER_POSITION})
      limit ${CANDIDATES_PER_POSITION}) as a
    join images i on i.id = a.image_id`;

/** The link targets of a page's advertisements, by request: the frame and the content render concurrently. */
const linksOnPage = new WeakMap<object, Set<string>>();

/** The ads that may be drawn, of every position. */
const candidates = new SharedPanel<Ad[]>(() => CANDIDATES.allPrepared({ categories: [...AD_CATEGORIES] }));

/**
 * One random published advertisement for each slot. Members who pay see no ads for memberships. While there
 * are other ads, no two slots of a page link to the same place. A slot without a position takes any ad of its
 * category that no other slot here shows.
 * @returns undefined for a slot without an ad, or while the ads cannot be read
 */
export async function adsFor(args: RequestArgs, slots: readonly Slot[]): Promise<(Ad | undefined)[]> {
  const pays = canReadPaidContent(await viewerOf(args));
  const found = await sharedPanelOr(args, "ads not read", candidates, []);
  const drawn = shuffle(pays ? found.filter(({ sellsMembership }) => !sellsMembership) : found);
  const usedLinks = linksOnPage.get(args.context) ?? new Set();
  linksOnPage.set(args.context, usedLinks);
  const picked = pickAds(slots, drawn, usedLinks);
  for (const ad of picked) if (ad) usedLinks.add(ad.name);
  return picked;
}

/** Whether this viewer sees fewer advertisements: members who pay do, unless the owner decides otherwise. */
export const seesFewerAds = (viewer: Viewer): boolean =>
  config().fewerAdsForMembers && canReadPaidContent(viewer);

/** Like `adsFor`, for a page whose right column has the one advertisement that everybody sees. */
export const adsBesideColumn: typeof adsFor = async (args, slots) =>
  seesFewerAds(await viewerOf(args)) ? slots.map(() => undefined) : adsFor(args, slots);

/** An advertisement as props of `AdBox`. */
export const toAdProps = ({ id, name, category, altText, picture }: Ad) => ({
  id,
  shape: category,
  to: name,
  alt: altText ?? (picture.alt || advertiserName(name)),
  picture: pictureAttributes(picture),
  countAt: `/ads/${id}`,
});

export type AdProps = ReturnType<typeof toAdProps>;
