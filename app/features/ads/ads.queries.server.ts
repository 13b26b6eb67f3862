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
import { sidePartOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { advertiserOf, pickAds, shuffle } from "./ads.rules";

export { AD_CATEGORIES };
export type AdCategory = (typeof AD_CATEGORIES)[number];

/** A published advertisement. `name` is where it leads; specification, section 3. @property altText what its picture says */
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
 * Of a position so many take part in a draw, and as many of those that sell memberships: a page has few slots, and a position
 * may have any number.
 */
const CANDIDATES_PER_POSITION = 20;

const PUBLISHED_THERE = sql`
  select * from ads where status = 'published' and ${HAS_NOT_ENDED} and category = place.category and position = place.position
                      and sells_membership = place.sells_membership`;

/** Ids are random, so those that follow a random one are a fair sample: nobody counts a million to draw twenty. */
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

/** Where the advertisements of a page lead, by its request: its frame and its content draw at the same time. */
const linksOnPage = new WeakMap<object, Set<string>>();

/** Those of every position that may be drawn for it. */
const candidates = new SharedPanel<Ad[]>(() => CANDIDATES.allPrepared({ categories: [...AD_CATEGORIES] }));

/**
 * One published advertisement at random for each slot, and none for memberships for who pays. As long as there are others, no
 * two slots of a page lead to the same place.
 * @returns undefined for a slot that has none, or while they cannot be read. A slot without a position takes any of its
 * category that no other slot here shows.
 */
export async function adsFor(args: RequestArgs, slots: readonly Slot[]): Promise<(Ad | undefined)[]> {
  const pays = canReadPaidContent(await viewerOf(args));
  const found = await sidePartOr(args, "ads not read", candidates, []);
  const drawn = shuffle(pays ? found.filter(({ sellsMembership }) => !sellsMembership) : found);
  const usedLinks = linksOnPage.get(args.context) ?? new Set();
  linksOnPage.set(args.context, usedLinks);
  const picked = pickAds(slots, drawn, usedLinks);
  for (const ad of picked) if (ad) usedLinks.add(ad.name);
  return picked;
}

/** Whether somebody is shown one advertisement where others are shown more: who pays, unless the owner wants it otherwise. */
export const seesFewerAds = (viewer: Viewer): boolean =>
  config().fewerAdsForMembers && canReadPaidContent(viewer);

/** The same of a page whose right column has the one advertisement that everybody is shown. */
export const adsBesideColumn: typeof adsFor = async (args, slots) =>
  seesFewerAds(await viewerOf(args)) ? slots.map(() => undefined) : adsFor(args, slots);

/** An advertisement as `AdBox` draws it. */
export const toAdProps = ({ id, name, category, altText, picture }: Ad) => ({
  id,
  shape: category,
  to: name,
  alt: altText ?? (picture.alt || advertiserOf(name)),
  picture: pictureAttributes(picture),
  countAt: `/ads/${id}`,
});

export type AdProps = ReturnType<typeof toAdProps>;
