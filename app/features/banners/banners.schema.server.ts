import { z } from "zod";
import { unpublishAtSchema } from "~/admin-kit/ending.server";
import { described, picturePath, recordSchema } from "~/admin-kit/record-schema.server";

/** A banner as the API gives it; specification, section 3. */
export const bannerSchema = recordSchema("Banner", "A picture across the home page.", {
  title: described(
    z.string(),
    "The disclaimer note beside the picture.",
    "Capital at risk. For education only.",
  ),
  url: described(z.string().nullable(), "Where it leads; null for no link.", "https://partner.example/"),
  unpublishAt: unpublishAtSchema,
  sellsMembership: described(
    z.boolean(),
    "Whether it sells the site’s own memberships: members who pay are not shown it.",
    false,
  ),
  image: picturePath("Path of the picture on this site."),
});
