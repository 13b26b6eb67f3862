import { NEWS_CATEGORIES } from "db/entities/news";
import { z } from "zod";
import { publishAtSchema, statusSchema } from "~/admin-kit/planning.server";
import { described, pictureOrNull, recordSchema } from "~/admin-kit/record-schema.server";

/** An article as the API gives it; specification, section 3. */
export const newsSchema = recordSchema("NewsItem", "An article, open to every reader once it is published.", {
  title: described(z.string(), "The headline.", "Copper climbs as smelters cut output"),
  content: described(
    z.string(),
    "The text. A blank line ends a paragraph.",
    "Three smelters said on Thursday that they will melt less ore this quarter.\n\nThe reason is a lack of concentrate, not of orders.",
  ),
  imageUrl: pictureOrNull("Path of the picture on this site; null where there is none."),
  category: described(z.enum(NEWS_CATEGORIES), "The section it stands in.", "Energy"),
  author: described(z.string(), "Who wrote it; Admin where nobody is named.", "Ada Marlow"),
  status: statusSchema,
  publishAt: publishAtSchema,
});
