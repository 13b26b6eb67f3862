import { Readable } from "node:stream";
import { vi } from "vitest";
import { readConfig, setConfig } from "~/platform/config.server";
import { describeFailure } from "~/server/describe-failure";

/** Thrown instead of ending the process. */
class ExitError extends Error {
  constructor(readonly code: number) {
    super(`exit with ${code}`);
  }
}

/** @property settings further environment variables */
type Place = { databaseUrl: string; dataDir?: string; settings?: Record<string, string> };
type Result = { code: number; out: string; err: string };

/**
 * Runs a command of the server in this process, without the seconds that a program takes to load, and reports
 * its failure as app/server/main.ts does. The ORM must not run, because the command starts and stops it.
 * @param typed on its standard input
 */
export async function runHere(
  command: (words: string[]) => Promise<void>,
  { databaseUrl, dataDir, settings }: Place,
  words: readonly string[],
  typed = "",
): Promise<Result> {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  setConfig(read.config);
  const lines: Record<"out" | "err", string[]> = { out: [], err: [] };
  const replaced = [
    vi.spyOn(console, "log").mockImplementation((line) => void lines.out.push(`${line}\n`)),
    vi.spyOn(console, "error").mockImplementation((line) => void lines.err.push(`${line}\n`)),
    vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([typed]) as typeof process.stdin),
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new ExitError(Number(code));
    }),
  ];
  const codeOf = (error: unknown) => {
    if (error instanceof ExitError) return error.code;
    const { line, exitCode } = describeFailure(error, read.config);
    console.error(line);
    return exitCode;
  };
  try {
    const code = await command([...words]).then(() => Number(process.exitCode ?? 0), codeOf);
    return { code, out: lines.out.join(""), err: lines.err.join("") };
  } finally {
    process.exitCode = undefined;
    for (const each of replaced) each.mockRestore();
  }
}
