import { readdirSync, readFileSync } from "node:fs";

/**
 * Why a test file needs a process of its own, and how its text shows that. Its first line says the word: `// alone: modules`.
 * All other files share processes.
 */
export const REASONS = {
  /** It replaces modules, and the files after it would get the replacements. */
  modules: /^\s*vi\.(do)?[mM]ock\(/m,
  /** It looks at every statement that its process declared, and other files declare some of their own. */
  declarations: /\b(allStatements|declaredStatements|declaredScripts)\b/,
  /** It measures how late its process comes to its work, which a process with the heap of many files distorts. */
  delay: /\bLIMIT\.most\b/,
} as const;

export type Reason = keyof typeof REASONS;

const WORD = /^\/\/ alone: (\S+)$/m;

/** @returns the word after `// alone:` in the first line, if there is one */
export const reasonOf = (text: string): string | undefined => WORD.exec(text.split("\n", 1)[0] ?? "")?.[1];

/** @param folder of the tests, ending with a slash @returns each test file with its text, named from the project's root */
export const testFiles = (folder: string): { path: string; text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => ({ path: `tests/${path}`, text: readFileSync(folder + path, "utf8") }));
