// `npm run mutants`: changes one small thing at a time in the rules of modules.mjs and asks whether their own unit tests
// notice. Words choose modules by a part of their path (`npm run mutants -- billing`). docs/testing/mutants.md has the score.
import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MODULES } from "./modules.mjs";
import { mutantsOf } from "./mutate.mjs";

/** @typedef {import("./worker.mjs").Task} Task */
/** @typedef {import("./mutate.mjs").Mutant} Mutant */
/** @typedef {"killed" | "survived" | "timed out" | "not run"} Outcome */
/** @typedef {Task & { mutant: Mutant, outcome?: Outcome }} Job */

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A mutant that runs this long loops for ever; the tests of one module take a fraction of it. */
const MUTANT_MS = 15_000;
/** After this no mutant is begun. */
const WHOLE_MS = 20 * 60_000;
const WORKERS = 2;

let deadline = Date.now() + WHOLE_MS;
// Ctrl-C starts no further mutant; the results so far are still printed.
process.once("SIGINT", () => {
  deadline = 0;
});

/** One worker process, started again after a mutant that did not end. */
class Worker {
  /** @type {Promise<import("node:child_process").ChildProcess> | undefined} */
  #process;

  #start() {
    const child = fork(fileURLToPath(new URL("worker.mjs", import.meta.url)), {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Ctrl-C is for the parent alone; a worker ends when that lets it go.
      detached: true,
    });
    return /** @type {Promise<import("node:child_process").ChildProcess>} */ (
      new Promise((resolve, reject) => {
        child.once("message", () => resolve(child));
        child.once("exit", (code) => reject(new Error(`The worker ended with ${code}.`)));
      })
    );
  }

  /** @param {Task} task @returns {Promise<Outcome>} */
  async run({ file, tests, code }) {
    this.#process ??= this.#start();
    const child = await this.#process;
    return new Promise((resolve) => {
      /** @param {Outcome} outcome */
      const end = (outcome) => {
        clearTimeout(timer);
        child.removeAllListeners("message").removeAllListeners("exit");
        resolve(outcome);
      };
      const leave = () => {
        child.kill("SIGKILL");
        this.#process = undefined;
        end("timed out");
      };
      const timer = setTimeout(leave, MUTANT_MS);
      child.once("message", (passed) => end(passed ? "survived" : "killed"));
      // A mutant that eats all memory ends its worker.
      child.once("exit", leave);
      child.send({ file, tests, code });
    });
  }

  async stop() {
    (await this.#process)?.disconnect();
  }
}

/** @param {readonly string[]} words @returns {{ file: string, tests: string[], jobs: Job[] }[]} */
function chosenModules(words) {
  const chosen = MODULES.filter(
    ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  if (chosen.length === 0)
    throw new Error(`No module of tests/mutants/modules.mjs is called ${words.join(" or ")}.`);
  return chosen.map(({ file, tests }) => {
    for (const path of [file, ...tests])
      if (!existsSync(root + path)) throw new Error(`${path} is not there.`);
    const mutants = mutantsOf(readFileSync(root + file, "utf8"), file);
    return { file, tests, jobs: mutants.map((mutant) => ({ file, tests, code: mutant.code, mutant })) };
  });
}

/** Unchanged, every test must pass: before the first mutant, and after the last one, or all are held to be killed. @param {Worker} worker @param {readonly Task[]} modules */
async function checkUnchanged(worker, modules) {
  for (const { file, tests } of modules) {
    const outcome = await worker.run({ file, tests });
    if (outcome !== "survived") throw new Error(`${tests.join(", ")}: red without any mutant (${outcome}).`);
  }
}

/** @param {Job} job */
const describe = ({ file, mutant: { line, from, to }, outcome }) =>
  `${outcome}  ${file}:${line}  ${from}  →  ${to}`;

/** Tells of a mutant that was not killed as soon as it is known. @param {readonly Worker[]} workers @param {readonly Job[]} jobs */
async function runAll(workers, jobs) {
  const waiting = [...jobs];
  await Promise.all(
    workers.map(async (worker) => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        job.outcome = Date.now() < deadline ? await worker.run(job) : "not run";
        if (job.outcome !== "killed" && job.outcome !== "not run") console.log(describe(job));
      }
    }),
  );
}

/** @param {readonly Job[]} jobs @param {Outcome} outcome */
const count = (jobs, outcome) => jobs.filter((job) => job.outcome === outcome).length;

/** What was noticed, in a hundred of what was run; a mutant that never ends is noticed too. @param {readonly Job[]} jobs */
function score(jobs) {
  const run = jobs.length - count(jobs, "not run");
  return run === 0 ? "–" : `${(((run - count(jobs, "survived")) / run) * 100).toFixed(1)} %`;
}

/** @param {ReturnType<typeof chosenModules>} modules */
function report(modules) {
  console.log("\n| module | mutants | killed | survived | timed out | score |\n|---|--:|--:|--:|--:|--:|");
  for (const { file, jobs } of modules) {
    const counts = /** @type {const} */ (["killed", "survived", "timed out"]).map((one) => count(jobs, one));
    console.log(`| ${[file, jobs.length, ...counts, score(jobs)].join(" | ")} |`);
  }
  const all = modules.flatMap(({ jobs }) => jobs);
  const left = count(all, "not run");
  if (left > 0) console.log(`\n${left} not run: the time was over.`);
  const [killed, survived, endless] = [count(all, "killed"), count(all, "survived"), count(all, "timed out")];
  console.log(`\n${killed} killed, ${survived} survived, ${endless} timed out (${score(all)})`);
}

const modules = chosenModules(process.argv.slice(2));
const workers = Array.from({ length: WORKERS }, () => new Worker());
try {
  await checkUnchanged(/** @type {Worker} */ (workers[0]), modules);
  await runAll(
    workers,
    modules.flatMap(({ jobs }) => jobs),
  );
  await Promise.all(workers.map((worker) => checkUnchanged(worker, modules)));
  report(modules);
} finally {
  await Promise.all(workers.map((worker) => worker.stop()));
}
