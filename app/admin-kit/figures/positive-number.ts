import * as z from "zod/mini";
import { fieldNumberMessage, readNumber } from "./read-number";

/** A required figure above 0, as the text of an exact decimal. @param label in the form */
export function positiveNumber(label: string) {
  const wrong = `${label} must be a number above 0`;
  return z.pipe(
    z.string(wrong),
    z.transform((typed, { issues }) => {
      const { plain, problem } = readNumber(typed);
      if (plain !== undefined && Number(plain) > 0) return plain;
      const isReadable = problem !== undefined && problem.kind !== "none";
      const message = isReadable ? fieldNumberMessage(label, problem) : wrong;
      issues.push({ code: "custom", message, input: typed });
      return z.NEVER;
    }),
  );
}
