import * as z from "zod/mini";
import { MAX_DECIMALS, readNumber } from "./read-number";

/** A figure above 0 that must be there, read as all of them are: the text of an exact decimal. @param label as its form calls it */
export function positiveNumber(label: string) {
  const wrong = `${label} must be a number above 0`;
  return z.pipe(
    z.string(wrong),
    z.transform((typed, { issues }) => {
      const { plain, problem } = readNumber(typed);
      if (plain !== undefined && Number(plain) > 0) return plain;
      const [decimal, whole] = problem?.kind === "ambiguous" ? problem.readings : [];
      const message = decimal
        ? `${wrong}: is it ${decimal} or ${whole}?`
        : `${wrong}, with at most ${MAX_DECIMALS} decimals`;
      issues.push({ code: "custom", message, input: typed });
      return z.NEVER;
    }),
  );
}
