import { query } from "db/query.server";
import type { StoredPicture } from "~/platform/images/picture";
import { STORED_PICTURE_SQL } from "~/platform/images/stored-picture.server";
import { SidePart } from "~/platform/side-part.server";

export type Banner = {
  id: string;
  title: string;
  url: string | null;
  createdAt: Date;
  picture: StoredPicture;
};

/** All banners, newest first. There are a handful of them. */
export const banners = new SidePart(() =>
  query<Banner>(
    `select b.id, b.title, b.url, b.created_at as "createdAt",
            ${STORED_PICTURE_SQL} as picture
       from banners b join images i on i.id = b.image_id
      order by b.created_at desc, b.id desc limit 20`,
  ),
);
