import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import { keptDurations } from "./durations.mjs";
import { isSpec } from "./steps.mjs";

/** How long the chosen tests may take together, by their kept durations; two processes run them. */
const BUDGET_SECONDS = 75;
/** What a file costs that has no kept duration. */
const USUAL_SECONDS = 1.5;

/** @typedef {Map<string, Set<string>>} Graph the importers of each file */

/**
 * The tests that a change touches: those that import a changed file, directly or through others, and those that ask for an address whose
 * route does. The nearest come first, as many as fit into two minutes.
 *
 * @param {string} root
 * @param {string} [commit] what to compare with; without it where this branch left `main`
 * @returns {Promise<{ files: string[], note: string }>}
 */
export async function chooseChanged(root, commit) {
  const changed = changedFiles(root, commit);
  const distances = distancesFrom(changed, await readGraph(root));
  const touched = [...distances].filter(
    ([file]) => /\.(test|spec)\.tsx?$/.test(file) && !file.startsWith("tests/deep/"),
  );
  const seconds = keptDurations();
  const words = wordsOf(changed.join("/"));
  /** @param {string} file */
  const shared = (file) => [...wordsOf(file)].filter((word) => words.has(word)).length;
  touched.sort(
    ([one, near], [other, far]) => near - far || shared(other) - shared(one) || (one < other ? -1 : 1),
  );
  /** @type {string[]} */
  const files = [];
  let left = BUDGET_SECONDS;
  for (const [file] of touched) {
    // A browser and its site take longer to begin than most files take.
    const cost = (seconds[file] ?? USUAL_SECONDS) + (isSpec(file) && !files.some(isSpec) ? 25 : 0);
    if (cost > left && files.length > 0) continue;
    files.push(file);
    left -= cost;
  }
  const rest = touched.length - files.length;
  const note = `changed    ${changed.length} files touch ${touched.length} files of tests; ${files.length} nearest run, ${rest} are left to npm test`;
  return { files, note };
}

/** Of files that are equally near, those named alike come first. @param {string} path */
const wordsOf = (path) => new Set(path.split(/[/.-]/));

/** @param {string} root @param {string} [commit] @returns {string[]} uncommitted ones included */
function changedFiles(root, commit) {
  /** @param {string[]} words */
  const git = (...words) =>
    execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  const [base = "HEAD"] = commit ? [commit] : git("merge-base", "main", "HEAD");
  return [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
}

/**
 * @param {readonly string[]} changed
 * @param {Graph} importers
 * @returns {Map<string, number>} how many imports lie between each touched file and what changed
 */
export function distancesFrom(changed, importers) {
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return distances;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g;
/** A folder whose files the build takes in by one call. */
const FOLDER = /\bimport\.meta\.glob\b[^(]*\(\s*"\.\/([\w/-]+)\/\*\*/g;
const SOURCE = /\.(tsx?|mjs|css)$/;

/** @param {string} root @returns {Promise<Graph>} */
async function readGraph(root) {
  const all = ["app", "db", "tests"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      posix.join(folder, path.replaceAll("\\", "/")),
    ),
  );
  const files = all.filter((path) => SOURCE.test(path));
  const known = new Set(files);
  const routes = await readRoutes(root);
  /** @type {Graph} */
  const importers = new Map();
  /** @param {string} imported @param {string} importer */
  const add = (imported, importer) =>
    importers.set(imported, (importers.get(imported) ?? new Set()).add(importer));
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(IMPORT)) {
      const imported = resolveImport(name, file, known);
      if (imported) add(imported, file);
    }
    for (const [, folder = ""] of text.matchAll(FOLDER)) {
      const start = `${posix.join(posix.dirname(file), folder)}/`;
      for (const path of all) if (path.startsWith(start)) add(path, file);
    }
    if (/\.(test|spec)\.tsx?$/.test(file)) for (const route of routesAsked(text, routes)) add(route, file);
  }
  return importers;
}

/** @param {string} name @param {string} importer @param {Set<string>} known */
function resolveImport(name, importer, known) {
  const path = name.startsWith("~/")
    ? `app/${name.slice(2)}`
    : /^(db|tests)\//.test(name)
      ? name
      : name.startsWith(".")
        ? posix.join(posix.dirname(importer), name)
        : "";
  const endings = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
  return endings.map((ending) => path + ending).find((file) => known.has(file));
}

/** @typedef {{ pattern: RegExp, file: string }} Route */

/** The table of `app/routes.ts`, read as the build reads it. @param {string} root @returns {Promise<Route[]>} */
async function readRoutes(root) {
  // In the project's own folder, where the packages that it imports are found.
  const file = join(root, ".cache", `routes-${process.pid}.mjs`);
  const bundler = join(root, "node_modules", ".bin", "esbuild");
  const options = [
    "--bundle",
    "--format=esm",
    "--platform=node",
    "--external:@remix-run/*",
    "--log-level=error",
  ];
  execFileSync(bundler, [join(root, "app/routes.ts"), ...options, `--outfile=${file}`]);
  try {
    const { default: table } = await import(file);
    return (await table).flatMap((/** @type {RouteEntry} */ entry) => routesIn(entry, ""));
  } finally {
    rmSync(file, { force: true });
  }
}

/** @typedef {{ path?: string, file: string, children?: RouteEntry[] }} RouteEntry */

/** @param {RouteEntry} entry @param {string} base @returns {Route[]} */
function routesIn({ path, file, children = [] }, base) {
  const whole = path ? `${base}/${path}` : base;
  const source = whole
    .split("/")
    .slice(1)
    .map((part) =>
      part === "*" ? "/.+" : part.startsWith(":") ? "/[^/]+" : `/${part.replaceAll(".", "\\.")}`,
    )
    .join("");
  return [
    { pattern: new RegExp(`^${source || "/"}$`), file: `app/${file}` },
    ...children.flatMap((child) => routesIn(child, whole)),
  ];
}

const ADDRESS = /["'`](\/[\w./:${}()-]*)[?#]?[^"'`]*["'`]/g;

/** The routes of the addresses that a test names. @param {string} text @param {readonly Route[]} routes */
export function routesAsked(text, routes) {
  const addresses = [...text.matchAll(ADDRESS)].map(([, address = ""]) =>
    address.replace(/\$\{[^}]*\}/g, "x"),
  );
  return new Set(
    routes
      .filter(({ pattern }) => addresses.some((address) => pattern.test(address)))
      .map(({ file }) => file),
  );
}
