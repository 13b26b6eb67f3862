// Runs the tests of one mutant after the other with everything else loaded once. A mutant may loop for ever: the
// parent ends this process then and starts another, so the tests run in threads, which end with it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createVitest } from "vitest/node";
import { ALIASES } from "../support/aliases.mjs";

/** @typedef {{ file: string, tests: readonly string[], code?: string }} Task paths below the root; without code as it is */

const root = fileURLToPath(new URL("../../", import.meta.url));

/** @type {Task | undefined} */
let task;

const mutant = {
  name: "mutant",
  enforce: /** @type {const} */ ("pre"),
  /** @param {string} id */
  load(id) {
    const path = id.split("?")[0] ?? id;
    return task && path === root + task.file ? (task.code ?? readFileSync(path, "utf8")) : undefined;
  },
};

const vitest = await createVitest(
  "test",
  {
    root,
    // Not the settings of `npm test`: their projects keep modules that are invalidated here.
    config: false,
    watch: false,
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    reporters: [{}],
    testTimeout: 10_000,
  },
  {
    plugins: [mutant],
    resolve: { alias: ALIASES },
  },
);
await vitest.standalone();

process.on("message", async (/** @type {Task} */ next) => {
  // The last mutant of another module must not stay where this one's tests would meet it.
  for (const file of new Set([task?.file ?? next.file, next.file])) vitest.invalidateFile(root + file);
  task = next;
  const specifications = next.tests.map((path) => vitest.getRootProject().createSpecification(root + path));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The answer names the tests of earlier modules, too.
  const own = testModules.filter(({ moduleId }) => next.tests.some((path) => moduleId === root + path));
  const passed =
    unhandledErrors.length === 0 &&
    own.length === next.tests.length &&
    own.every((module) => module.state() === "passed");
  for (const error of next.code === undefined ? unhandledErrors : []) console.error(error);
  process.send?.(passed);
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
