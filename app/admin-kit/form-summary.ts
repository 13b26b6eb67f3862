import type { SavedBy } from "~/web/app-error.server";
import type { FormErrorData } from "~/web/form-replies.server";
import { FIX_THE_FORM } from "~/web/validator";

const COUNT_WORDS = ["", "one field needs", "two fields need", "three fields need", "four fields need"];

const countTitle = (count: number) =>
  `Nothing was saved: ${COUNT_WORDS[count] ?? `${count} fields need`} another look`;

/** Several people, or nobody whose name is known. */
const SOMEBODY_ELSE = "somebody else";

const conflictTitle = (by: readonly SavedBy[]) => {
  const [one = SOMEBODY_ELSE, ...others] = new Set(by.map(({ name }) => name));
  return `Nothing was saved: ${others.length > 0 ? SOMEBODY_ELSE : one} changed this record while you were editing it`;
};

/** What stands before a value that was saved meanwhile. @param by whoever saved it, where that is known */
export const savedBy = (by?: SavedBy): string =>
  `Saved now by ${by ? `${by.name} on ${by.at}` : SOMEBODY_ELSE}:`;

/** Without `failed`, nothing was asked of the server. */
type RefusedForm = Pick<FormErrorData, "message" | "fieldErrors" | "theirs"> & Partial<FormErrorData>;

/** What stands above a form of the back-office that did not save. What is wrong with one field stands at that field. */
export function summaryTitle({
  message,
  failed = message,
  fieldErrors,
  theirs,
  theirsBy = {},
}: RefusedForm): string {
  if (theirs) return conflictTitle(Object.values(theirsBy));
  const messages = Object.values(fieldErrors);
  if (message === FIX_THE_FORM) return countTitle(messages.length);
  return messages.includes(message) ? failed : message;
}
