import * as z from "zod/mini";
import { MAX_TEXT_LENGTH } from "./static-pages.rules";

/** The button that previews the text without publishing it. */
export const PREVIEW = "preview";

export const textSchema = z.object({
  body: z.pipe(
    z.string("The text must be a string"),
    z.pipe(
      // Normalised for the database and the parser: a form sends lines with \r .
      z.transform((sent: string) => `${sent.replace(/\r\n?/g, "\n").trim()}\n`),
      z.string().check(
        z.minLength(2, "Enter some text, or restore an older version"),
        z.maxLength(
          MAX_TEXT_LENGTH,
          `The text must be at most ${MAX_TEXT_LENGTH.toLocaleString("en")} characters`,
        ),
        z.refine(
          (text) => text.isWellFormed() && !text.includes("\0"),
          "The text contains characters that are not allowed",
        ),
      ),
    ),
  ),
});
