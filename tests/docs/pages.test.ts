import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const textOf = (page: string) => readFileSync(join(ROOT, page), "utf8");

const isDecision = (page: string) => /^docs\/decisions\/\d/.test(page);

/** A decision without a status is a draft. */
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`)
    .toSorted(),
].filter((page) => !isDecision(page) || textOf(page).includes("Status: "));

/** Generated from the tests, or a table of measurements. */
const LONG = ["docs/specification.md", "docs/promises.md"];
const MOST_WORDS = 1_500;
const MOST_WORDS_OF_A_DECISION = 300;
const MOST_BYTES_OF_THE_README = 5_120;

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** Code is no prose: what looks like a link there is none. */
const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, "").replace(/`[^`]*`/g, "");

/** The anchor that a heading gets on the pages of a repository. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/ /g, "-");

const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));

function isAlive(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsIn(textOf(target)).includes(anchor);
}

/** The commands of package.json that a page names. */
const scriptsIn = (text: string) => [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
const SCRIPTS = Object.keys((JSON.parse(textOf("package.json")) as { scripts: object }).scripts);

/** Files and folders of the project that a page names. Patterns such as `<noun>.ts` name none. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:app|db|docs|tests)\/[\w./-]+)`/g)].map(([, path = ""]) => path);

describe.each(PAGES)("%s", (page) => {
  const text = textOf(page);

  it("has no dead link", () => {
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !/^https?:/.test(link) && !isAlive(page, link))).toEqual([]);
  });

  it("names only existing files and folders", () => {
    expect(LONG.includes(page) ? [] : pathsIn(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual(
      [],
    );
  });

  it("names only existing commands", () => {
    expect(scriptsIn(text).filter((name) => !SCRIPTS.includes(name))).toEqual([]);
  });

  it("is short enough to be read", () => {
    const most = isDecision(page) ? MOST_WORDS_OF_A_DECISION : MOST_WORDS;
    expect(LONG.includes(page) ? 0 : wordsIn(text)).toBeLessThanOrEqual(most);
  });
});

it("README.md has at most 5 kB", () => {
  expect(statSync(join(ROOT, "README.md")).size).toBeLessThanOrEqual(MOST_BYTES_OF_THE_README);
});
