import { FIX_THE_FORM } from "~/web/validator";

const COUNT_WORDS = ["", "one field needs", "two fields need", "three fields need", "four fields need"];

const countTitle = (count: number) =>
  `Nothing was saved: ${COUNT_WORDS[count] ?? `${count} fields need`} another look`;

/**
 * What stands above a form of the back-office that did not save. What is wrong with one field stands at that field.
 * @param title what the server says of it, where it was asked
 */
export const summaryTitle = (message: string, wrongFields: number, title = message): string =>
  message === FIX_THE_FORM ? countTitle(wrongFields) : title;
