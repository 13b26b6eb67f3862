import { FIX_THE_FORM } from "~/web/validator";

const COUNT_WORDS = ["", "one field needs", "two fields need", "three fields need", "four fields need"];

const countTitle = (count: number) =>
  `Nothing was saved: ${COUNT_WORDS[count] ?? `${count} fields need`} another look`;

/** The title above a form that was not saved. Each error is shown at its field.
 * @param title from the server, if it has answered
 */
export const summaryTitle = (message: string, wrongFields: number, title = message): string =>
  message === FIX_THE_FORM ? countTitle(wrongFields) : title;
