import { z } from "zod/mini";
import { nameSchema } from "~/features/site-settings/name.rules";

/** Who sees a view. */
export const READERS = {
  me: "Only me",
  all: "Everybody who can open this list",
} as const;

/** The form of a view. */
export const viewSchema = z.object({
  name: nameSchema,
  readers: z.string().check(z.refine((sent) => Object.hasOwn(READERS, sent), "Choose who sees it.")),
});
