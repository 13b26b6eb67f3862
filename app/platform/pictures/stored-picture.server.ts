import { json } from "db/sql";
import type { StoredPicture } from "./picture";

/** A `StoredPicture`, from `images` joined as `i`. */
export const STORED_PICTURE = json<StoredPicture>().from`json_build_object('id', i.id, 'width', i.width,
  'height', i.height, 'widths', i.widths, 'alt', i.alt, 'focus', i.focus)`;

/** The same for a left join; null without a picture. */
export const OPTIONAL_PICTURE = json<StoredPicture>().orNull
  .from`case when i.id is not null then ${STORED_PICTURE.sql} end`;
