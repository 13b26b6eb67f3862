import { type ParseArgsConfig, parseArgs } from "node:util";

/** sysexits.h, EX_USAGE: differs from the exit codes of findings. */
export const EXIT_USAGE = 64;

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Parses a command's arguments. Unknown ones end the process with its usage and `EXIT_USAGE`. */
export function readWords<const Known extends Options>(args: string[], usage: string, options: Known) {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch {
    console.error(usage);
    process.exit(EXIT_USAGE);
  }
}
