import { z } from "zod";
import { picturePath, recordForm, told } from "~/admin-kit/record-schema.server";

/** A banner as the API gives it; specification, section 3. */
export const bannerForm = recordForm("Banner", "A picture across the home page.", {
  title: told(z.string(), "The disclaimer note beside the picture.", "Capital at risk. For education only."),
  url: told(z.string().nullable(), "Where it leads; null for no link.", "https://partner.example/"),
  image: picturePath("Path of the picture on this site."),
});
