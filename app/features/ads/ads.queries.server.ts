import { AD_CATEGORIES } from "db/entities/ad";
import { rows } from "db/query.server";
import { pictureAttributes, type StoredPicture } from "~/platform/images/picture";
import { STORED_PICTURE } from "~/platform/images/stored-picture.server";
import type { Asking } from "~/web/request-args.server";
import { drawAds } from "./ads.rules";

export { AD_CATEGORIES };
export type AdCategory = (typeof AD_CATEGORIES)[number];

/** A published advertisement. `name` is where it leads; specification, section 3. */
export type Ad = { id: string; name: string; category: AdCategory; position: number; picture: StoredPicture };

const COLUMNS = `a.id, a.name, a.category, a.position,
  ${STORED_PICTURE} as picture`;

type Slot = { category: AdCategory; position?: number };

/** Of a position so many take part in a draw: a page has few slots, and a position may have any number. */
const CANDIDATES = 20;

/** Where the advertisements of a page lead, by its request: its frame and its content draw at the same time. */
const shown = new WeakMap<object, Set<string>>();

/**
 * One published advertisement at random for each slot, in one query. As long as there are others, no two slots of a
 * page lead to the same place.
 * @returns undefined for a slot that has none. A slot without a position takes any of its category that no other
 * slot here shows.
 */
export async function adsFor(
  { context }: Pick<Asking, "context">,
  slots: readonly Slot[],
): Promise<(Ad | undefined)[]> {
  const categories = [...new Set(slots.map(({ category }) => category))];
  const candidates = await rows<Ad>(
    `select ${COLUMNS}
       from (select *, row_number() over (partition by category, position order by random()) as turn
               from ads where status = 'published' and category = any(?)) as a
       join images i on i.id = a.image_id
      where a.turn <= ? order by random()`,
    [categories, CANDIDATES],
  );
  const places = shown.get(context) ?? new Set();
  shown.set(context, places);
  const drawn = drawAds(slots, candidates, places);
  for (const ad of drawn) if (ad) places.add(ad.name);
  return drawn;
}

/** An advertisement as `AdBox` draws it. */
export const adPicture = ({ id, name, category, picture }: Ad) => ({
  id,
  shape: category,
  to: name,
  alt: name,
  picture: pictureAttributes(picture),
  countAt: `/ads/${id}`,
});

export type DrawnAd = ReturnType<typeof adPicture>;
