import { z } from "zod";
import { readTable } from "./read";

const PICTURE = z.strictObject({
  title: z.string(),
  alt: z.string(),
  picture: z.string().transform((name) => `library/${name}`),
  daysAgo: z.number(),
});

/** The pictures of the demo's library. */
export const LIBRARY = readTable("library.json", PICTURE);
