import { AD_CATEGORIES, AD_POSITIONS, Ad as AdRecord } from "db/entities/ad";
import { columnsAs } from "db/entity-columns.server";
import { array, literal, sql } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { readsAnything } from "~/features/entitlements/access.server";
import { config } from "~/platform/config.server";
import { pictureAttributes, type StoredPicture } from "~/platform/pictures/picture";
import { STORED_PICTURE } from "~/platform/pictures/stored-picture.server";
import { SidePart } from "~/platform/side-part.server";
import { sidePartOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { pickAds, shuffle } from "./ads.rules";

export { AD_CATEGORIES };
export type AdCategory = (typeof AD_CATEGORIES)[number];

/** A published advertisement. `name` is where it leads; specification, section 3. */
export type Ad = { id: string; name: string; category: AdCategory; position: number; picture: StoredPicture };

const ROW = { ...columnsAs("a", AdRecord, "id", "name", "category", "position"), picture: STORED_PICTURE };

type Slot = { category: AdCategory; position?: number };

/** Of a position so many take part in a draw: a page has few slots, and a position may have any number. */
const CANDIDATES_PER_POSITION = 20;

const PUBLISHED_THERE = sql`
  select * from ads where status = 'published' and category = place.category and position = place.position`;

/** Ids are random, so those that follow a random one are a fair sample: nobody counts a million to draw twenty. */
const CANDIDATES = statement("ads.candidates", ROW)`
  select ${ROW}
    from (select category, position, gen_random_uuid() as start
            from unnest(${array(literal(AD_CATEGORIES))("categories")}::text[]) as category,
                 generate_series(1, ${AD_POSITIONS}) as position
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
const candidates = new SidePart<Ad[]>(() => CANDIDATES.all({ categories: [...AD_CATEGORIES] }));

/**
 * One published advertisement at random for each slot. As long as there are others, no two slots of a page lead to the
 * same place.
 * @returns undefined for a slot that has none, or while they cannot be read. A slot without a position takes any of its
 * category that no other slot here shows.
 */
export async function adsFor(
  args: Pick<RequestArgs, "context">,
  slots: readonly Slot[],
): Promise<(Ad | undefined)[]> {
  const drawn = shuffle(await sidePartOr(args, "ads not read", candidates, []));
  const usedLinks = linksOnPage.get(args.context) ?? new Set();
  linksOnPage.set(args.context, usedLinks);
  const picked = pickAds(slots, drawn, usedLinks);
  for (const ad of picked) if (ad) usedLinks.add(ad.name);
  return picked;
}

/** Whether somebody is shown one advertisement where others are shown more: who pays, unless the owner wants it otherwise. */
export const seesFewerAds = (viewer: Viewer): boolean => config().fewerAdsForMembers && readsAnything(viewer);

/** An advertisement as `AdBox` draws it. */
export const toAdProps = ({ id, name, category, picture }: Ad) => ({
  id,
  shape: category,
  to: name,
  alt: name,
  picture: pictureAttributes(picture),
  countAt: `/ads/${id}`,
});

export type AdProps = ReturnType<typeof toAdProps>;
