import type { FormErrorData } from "~/web/form-replies.server";
import { FIX_THE_FORM } from "~/web/validator";

const COUNT_WORDS = ["", "one field needs", "two fields need", "three fields need", "four fields need"];

const countTitle = (count: number) =>
  `Nothing was saved: ${COUNT_WORDS[count] ?? `${count} fields need`} another look`;

const CONFLICT_TITLE = "Nothing was saved: somebody else changed this record while you were editing it";

/** Without `failed`, nothing was asked of the server. */
type RefusedForm = Pick<FormErrorData, "message" | "fieldErrors" | "theirs"> & Partial<FormErrorData>;

/** What stands above a form of the back-office that did not save. What is wrong with one field stands at that field. */
export function summaryTitle({ message, failed = message, fieldErrors, theirs }: RefusedForm): string {
  if (theirs) return CONFLICT_TITLE;
  const messages = Object.values(fieldErrors);
  if (message === FIX_THE_FORM) return countTitle(messages.length);
  return messages.includes(message) ? failed : message;
}
