import { readdirSync, readFileSync } from "node:fs";

/**
 * Why a test file needs a separate process, and how its text shows that.
 * Its first line has the word: `// alone: modules`. All other files share processes.
 */
export const REASONS = {
  /** It replaces modules, and later files would get the replacements. */
  modules: /^\s*vi\.(do)?[mM]ock\(/m,
  /** It reads every statement that its process declared; other files declare more. */
  declarations: /\b(allStatements|declaredStatements|declaredScripts)\b/,
  /** It measures event loop delay, which the heap of many files would distort. */
  delay: /\bLIMIT\.most\b/,
} as const;

export type Reason = keyof typeof REASONS;

const WORD = /^\/\/ alone: (\S+)$/m;

/** @returns the word after `// alone:` in the first line, if any */
export const reasonOf = (text: string): string | undefined => WORD.exec(text.split("\n", 1)[0] ?? "")?.[1];

/**
 * @param folder of the tests, with a slash at its end @returns each test file's text by its path from the
 * project's root
 */
export const testFiles = (folder: string): { path: string; text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => ({ path: `tests/${path}`, text: readFileSync(folder + path, "utf8") }));
