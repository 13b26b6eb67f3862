import { AD_CATEGORIES } from "db/entities/ad";
import { rows } from "db/rows.server";
import { pictureAttributes, type StoredPicture } from "~/http/picture";
import { STORED_PICTURE } from "~/http/picture.server";

export { AD_CATEGORIES };
export type AdCategory = (typeof AD_CATEGORIES)[number];

/** A published advertisement. `name` is where it leads; specification, section 3. */
export type Ad = { id: string; name: string; category: AdCategory; position: number; picture: StoredPicture };

const COLUMNS = `a.id, a.name, a.category, a.position,
  ${STORED_PICTURE} as picture`;

/**
 * One published advertisement at random for each slot, in one query.
 * @returns undefined for a slot that has none. A slot without a position takes any of its category that no other
 * slot here shows.
 */
export async function adsFor(
  slots: readonly { category: AdCategory; position?: number }[],
): Promise<(Ad | undefined)[]> {
  const categories = [...new Set(slots.map(({ category }) => category))];
  const drawn = await rows<Ad>(
    `select distinct on (a.category, a.position) ${COLUMNS}
       from ads a join images i on i.id = a.image_id
      where a.status = 'published' and a.category = any(?)
      order by a.category, a.position, random()`,
    [categories],
  );
  const named = slots.map((slot) =>
    drawn.find((ad) => ad.category === slot.category && ad.position === slot.position),
  );
  return slots.map((slot, index) => {
    if (slot.position !== undefined) return named[index];
    const free = drawn.filter((ad) => ad.category === slot.category && !named.includes(ad));
    return free[Math.floor(Math.random() * free.length)];
  });
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
