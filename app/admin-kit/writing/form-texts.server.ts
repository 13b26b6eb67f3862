import { AppError } from "~/web/app-error.server";
import type { Submission } from "~/web/submission.server";
import type { Field } from "../fields.server";
import type { Typed } from "./readers.server";

/** The most characters of a form: five of the longest texts. */
const MAX_CHARACTERS = 500_000;

const UNSTORABLE = "The text contains characters that are not allowed.";

/** A form's current texts, valid or not, without pictures; an unticked checkbox is empty.
 * @throws AppError 422 for text that cannot be stored
 */
export function readFormTexts(
  { fields }: { fields: readonly Pick<Field, "name" | "input">[] },
  { values }: Pick<Submission, "values">,
): Typed {
  const typed: [name: string, text: string][] = [];
  for (const { name, input } of fields) {
    if (input === "picture") continue;
    const sent = Object.hasOwn(values, name) ? values[name] : input === "checkbox" ? "" : undefined;
    if (sent !== undefined) typed.push([name, asText(sent)]);
  }
  const length = typed.reduce((sum, [, text]) => sum + text.length, 0);
  if (length > MAX_CHARACTERS)
    throw new AppError(422, `The text is longer than ${MAX_CHARACTERS.toLocaleString("en")} characters.`);
  return Object.fromEntries(typed);
}

function asText(sent: unknown): string {
  const texts = Array.isArray(sent) ? sent : [sent];
  if (!texts.every((text) => typeof text === "string")) throw new AppError(422, "Each field must be text.");
  const text = texts.join("\n").replaceAll("\r\n", "\n");
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  if (text.includes("\0") || !text.isWellFormed()) throw new AppError(422, UNSTORABLE);
  return text;
}
