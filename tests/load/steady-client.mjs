// A load generator with a fixed rate, however slow the replies are, like a crowd of people.
import { Agent, request } from "node:http";

/** @typedef {{ port: number, paths: string[], cookie?: string, perSecond: number, seconds: number }} Order */
/** @typedef {{ status: number, ms: number }} Answer `status` 0 where none came */

const TICK_MS = 10;
/** Longer than the server's own time limit. */
const LIMIT_MS = 20_000;

process.on("message", async (order) => process.send?.(await load(/** @type {Order} */ (order))));
process.on("disconnect", () => process.exit(0));

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** @param {Order} order @returns {Promise<Answer[]>} */
async function load({ port, paths, cookie = "", perSecond, seconds }) {
  /** @type {Promise<Answer>[]} */
  const answers = [];
  const began = performance.now();
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - began) / 1000;
      while (answers.length < Math.min(elapsed, seconds) * perSecond) {
        answers.push(ask(port, paths[answers.length % paths.length] ?? "/", cookie));
      }
      if (elapsed < seconds) return;
      clearInterval(timer);
      resolve(undefined);
    }, TICK_MS);
  });
  return Promise.all(answers);
}

/** @param {number} port @param {string} path @param {string} cookie @returns {Promise<Answer>} */
function ask(port, path, cookie) {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (/** @type {number} */ status) => resolve({ status, ms: performance.now() - began });
    const headers = { "Accept-Encoding": "br", Accept: "text/html", ...(cookie && { Cookie: cookie }) };
    const asking = request({ port, path, headers, agent, timeout: LIMIT_MS }, (response) => {
      response.resume();
      response.on("end", () => end(response.statusCode ?? 0));
      response.on("error", () => end(0));
    });
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => end(0));
    asking.end();
  });
}
