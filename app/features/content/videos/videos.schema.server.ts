import { z } from "zod";
import { publishAtSchema } from "~/admin-kit/planning.server";
import { described, lockableSchema } from "~/admin-kit/record-schema.server";
import { audienceSchema } from "../audience.rules.server";

/** A video as the API gives it; specification, section 3, and decisions.md, "Locking". */
export const videoSchema = lockableSchema(
  "Video",
  "A film. One that is free is open to everybody.",
  {
    title: described(z.string(), "What it is called.", "How to read a yield curve"),
    caption: described(
      z.string().nullable(),
      "What it is about.",
      "Eleven minutes on what short and long rates say.",
    ),
    youtubeLink: described(z.string(), "Where it plays.", "https://www.youtube.com/watch?v=a1B2c3D4e5F"),
    status: described(z.enum(["Published", "Draft"]), "Drafts are shown to staff only.", "Published"),
    publishAt: publishAtSchema,
    isFree: described(z.boolean(), "Whether everybody may watch it.", false),
    audience: audienceSchema,
  },
  ["youtubeLink", "updatedAt", "version"],
);
