import type { Submission } from "~/web/submission.server";
import type { DecimalSign } from "../figures/read-number";
import { readTextFile } from "./table.server";
import { readTicks, TICK, TICKED_ELSEWHERE, type Ticks } from "./ticks";

/** The submitted paste form. */
export type PasteForm = {
  text: string;
  sign: DecimalSign | undefined;
  assumed: string | undefined;
  /** The header line that the column choices belong to. */
  header: string;
  /** The chosen target of each column, by position. */
  columns: readonly string[];
  shown: string;
  ticks: Ticks;
  view: string;
  applies: boolean;
};

/** The text of the uploaded file, if any. @throws AppError 422 */
export function sentText({ files: { file } }: Submission): string | undefined {
  return file && (file.bytes.length > 0 || file.tooLarge) ? readTextFile(file) : undefined;
}

const SIGNS: readonly unknown[] = ["point", "comma"] satisfies DecimalSign[];

/** Reads the form; values that are no text count as empty. */
export function readPasteForm({ values }: Submission): PasteForm {
  const textOf = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  const columns: string[] = [];
  for (let nth = 0; typeof values[`column-${nth}`] === "string"; nth += 1)
    columns.push(textOf(`column-${nth}`));
  const intent = textOf("intent");
  return {
    text: textOf("text"),
    sign: SIGNS.includes(values.sign) ? (values.sign as DecimalSign) : undefined,
    assumed: textOf("assumed") || undefined,
    header: textOf("header"),
    columns,
    shown: textOf("shown"),
    ticks: readTicks([values[TICKED_ELSEWHERE], values[TICK]]),
    view: intent === "compare" ? "" : intent,
    applies: intent === "apply",
  };
}
