import { AD_CATEGORIES } from "db/entities/ad";
import { z } from "zod";
import { unpublishAtSchema } from "~/admin-kit/ending.server";
import { statusSchema } from "~/admin-kit/planning.server";
import { described, picturePath, recordSchema } from "~/admin-kit/record-schema.server";

/** An advertisement as the API gives it; specification, section 3. */
export const adSchema = recordSchema("Ad", "An advertisement.", {
  name: described(
    z.string(),
    "The advertiser’s address, and what the picture is called where it has no text.",
    "https://advertiser.example/",
  ),
  category: described(z.enum(AD_CATEGORIES), "Square is 260 by 200, rectangle 800 by 100 pixels.", "square"),
  status: statusSchema,
  unpublishAt: unpublishAtSchema,
  position: described(z.int().min(1).max(10), "Which of the ten.", 1),
  altText: described(
    z.string().nullable(),
    "What the picture shows and says, for readers who do not see it; null where nobody wrote it.",
    "Harrow & Pike: share dealing, one flat fee. Capital at risk.",
  ),
  sellsMembership: described(
    z.boolean(),
    "Whether it sells the site’s own memberships: members who pay are not shown it.",
    false,
  ),
  image: picturePath("Path of the picture on this site."),
});
