import { pictureAttributes } from "~/http/picture";
import type { Ad } from "./ads.queries.server";

/** An advertisement as `AdBox` draws it. */
export const adPicture = ({ id, name, category, picture }: Ad) => ({
  id,
  shape: category,
  to: name,
  alt: name,
  picture: pictureAttributes(picture),
});

export type DrawnAd = ReturnType<typeof adPicture>;
