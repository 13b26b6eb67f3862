import { type ParseArgsConfig, parseArgs } from "node:util";

/** sysexits.h, EX_USAGE: a wrong word is not to look like what a command found. */
export const EXIT_USAGE = 64;

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The words of a command. Those it does not know end the process with how it is used, and `EXIT_USAGE`. */
export function readWords<const Known extends Options>(args: string[], usage: string, options: Known) {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch {
    console.error(usage);
    process.exit(EXIT_USAGE);
  }
}
