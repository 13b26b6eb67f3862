import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { textsOf } from "./user-texts.mjs";

/**
 * Phrases that a reader stumbles over, with what to write instead. They hold for screens, comments and docs.
 *
 * @type {[phrase: RegExp, instead: string][]}
 */
const PHRASES = [
  [/\bwhoever\b/i, "anyone who, users who"],
  [/\b(for|of|to|by|from|with) who\b/i, "for people who"],
  [
    /\bwho (wants?|has|have|is|are|may|can|pays?|reads?|owns?|asks?|buys?|comes?) (no|none|one|it|them)\b/i,
    "members who …",
  ],
  [
    /\bstands? (beside|in|at|on|there|here|above|below|over|under|once|twice|with|still|as)\b/i,
    "is, appears",
  ],
  [/\b(is|are|was|were|be|been) told\b/i, "receives, is notified, learns"],
  [/\b(is|are|was|were) asked (for|once|of|about|again)\b/i, "is requested, queried, loaded"],
  [/\b(is|are|was|were) said\b/i, "is shown, reported"],
  [/\bsays? so\b/i, "shows a message, reports it"],
  [/\b(gone|goes|went) on\b/i, "continues"],
  [/\bno more\b(?! than)/i, "no longer"],
  [/\bby itself\b/i, "automatically"],
  [/\ball the same\b/i, "anyway"],
  [/\bnought\b/i, "zero"],
  [/\bthat (are|is) there\b/i, "existing"],
  [/\b(to|of) whom\b/i, "a sentence with a subject"],
  [/\bof (before|those|its|his) (day|time|days)\b/i, "earlier, previous"],
  [/\bone (a|each) line\b/i, "one per line"],
  [/\b(its|his|their) own page\b/i, "a separate page"],
  [/\bmeanwhile\b/i, "in the meantime, since you opened it"],
  [/\banew\b/i, "again"],
  [/\bbesides?\b(?= (a|an|the|it|them|this|each|every)\b)/i, "next to, along with"],
  [/\bwhat is (left|kept|read|known|asked|told|said|shown|due|new)\b/i, "the name of the thing"],
  [/\bcapitals or not\b/i, "not case-sensitive"],
  [/\b(a|one|each) mail\b|\bmails\b/i, "email"],
  [/\bfilms?\b/i, "video"],
  [/\b(is|are) meant\b/i, "is used"],
  [/\bto its end\b|\bcome to (its|their) end\b/i, "finishes"],
  [/\blet go of\b/i, "released, dropped"],
  [/\btakes? the place of\b/i, "replaces"],
  [/\bmends?\b|\bmended\b/i, "fix"],
  [/\bas long as one\b/i, "while one"],
];

/** Names of functions, values and types that say nothing of what they hold. */
const NAMES =
  /\b(?:function|const|let|type|interface|class)\s+((?:told|said|asked|shown|heldBy|Held|judge|mend|goOn|seal|turning|turns?|tall(?:y|ies)|whoever|dueOr|settledFirst|openNext|drawnFrom|saysMore|notBegun|orTrouble|heldBack|foldLocks|remembered|standIn|narrowed|keepRecord)\w*)/;

/** Titles of tests that begin without a subject: the describe they are in hardly ever completes them. */
const TITLES =
  /^\s*(?:test|it|describe)(?:\.\w+(?:\(.*?\))?)?\(\s*["'`]((?:is (?:asked|told|said|shown|kept|left|made|known)|says|tells|leads|comes|of|no|not|where|what|who|whom|with|by|and|that|neither|none)\b[^"'`]*)/i;

/** Generated, or made of invented prose. */
const LEFT_OUT = /^(docs\/specification\.md|db\/demo\/|db\/seeds\/content\/|tests\/texts\/)/;

/** @typedef {{ file: string, line: number, found: string, instead: string }} Finding */

/**
 * What the glossary rejects in the tracked files. A line that matches an expression of `tests/docs/plain-english-exceptions.txt`
 * (`file:text`, each with its reason after ` # `) passes.
 * @param {string} root the project's folder
 * @returns {Finding[]}
 */
export function rejectedWords(root) {
  const files = execFileSync(
    "git",
    ["ls-files", "app", "db", "tests", "docs", "README.md", "CONTRIBUTING.md"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    },
  );
  const exceptions = exceptionsIn(join(root, "tests/docs/plain-english-exceptions.txt"));
  return files
    .split("\n")
    .filter(
      (file) => /\.(tsx?|mjs|md|css)$/.test(file) && !LEFT_OUT.test(file) && existsSync(join(root, file)),
    )
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      const lines = source.split("\n");
      return rejectedIn(file, source).filter(
        ({ line }) => !exceptions.some((exception) => exception.test(`${file}:${lines[line - 1]}`)),
      );
    });
}

/** @param {string} path @returns {RegExp[]} */
const exceptionsIn = (path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => (line.includes(" # ") ? [new RegExp(line.split(" # ")[0] ?? "")] : []));

/** @param {string} file @param {string} source @returns {Finding[]} by line */
export function rejectedIn(file, source) {
  /** @type {Finding[]} */
  const found = [];
  /** @param {number} line @param {string} text */
  const readPhrases = (line, text) => {
    for (const [phrase, instead] of PHRASES) {
      const [match] = phrase.exec(text) ?? [];
      if (match) found.push({ file, line, found: match, instead });
    }
  };
  const isProse = file.endsWith(".md");
  const isTest = file.startsWith("tests/");
  for (const [index, text] of source.split("\n").entries()) {
    const line = index + 1;
    if (isProse || isComment(text)) {
      readPhrases(line, text);
      continue;
    }
    const [, name] = NAMES.exec(text) ?? [];
    if (name)
      found.push({ file, line, found: name, instead: "a verb and its object, or the noun of the result" });
    const [, title] = (isTest && TITLES.exec(text)) || [];
    if (title) found.push({ file, line, found: title, instead: "subject, condition, outcome" });
  }
  if (!isProse && !isTest && /\.tsx?$/.test(file))
    for (const { line, text } of textsOf(file, source)) readPhrases(line, text);
  return found.sort((one, other) => one.line - other.line);
}

/** Comments begin their lines here: the formatter moves none behind code, and a line of a block begins with a star. */
const isComment = (/** @type {string} */ text) => /^\s*(\/\/|\/\*|\*)/.test(text);
