import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/**
 * Reads a password from a terminal without echo, otherwise the first line of the input.
 * @returns undefined after Ctrl-C or Ctrl-D
 */
export async function askPassword(input: Input, output: NodeJS.WritableStream): Promise<string | undefined> {
  const terminal = input.isTTY === true;
  const unseen = new Writable({ write: (_typed, _encoding, done) => done() });
  const lines = createInterface({ input, output: terminal ? unseen : undefined, terminal });
  try {
    if (terminal) {
      output.write("Password: ");
      lines.once("SIGINT", () => lines.close());
      const cancelled = once(lines, "close").then(() => undefined);
      const typed = await Promise.race([lines.question("").catch(() => undefined), cancelled]);
      output.write("\n");
      return typed;
    }
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}
