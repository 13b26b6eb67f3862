// Measures each row: this build, the other one and the bare server alternately, with the same load.
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { LIMITS, startLimits } from "./limits.mjs";
import { kilobytes, pagesOf, startBaseline } from "./pages.mjs";
import { memory, nextMessage, pinned, spawnNode, startServer } from "./processes.mjs";
import {
  clusterTime,
  findPostmaster,
  processTime,
  sumTimes,
  timeBetween,
  waitingTime,
} from "./processor-time.mjs";
import { asHeading, asMarkdown, asText } from "./rates-report.mjs";
import { isChosen, resolveWork } from "./work.mjs";

/** The load average of the machine, before the bench adds its own. */
const [LOAD = 0] = loadavg();
const CONNECTIONS = 32;
/** Rounds, and seconds of each: a server's, the bare one's, and of the warm-up. */
const FULL = { rounds: 5, seconds: 1.5, bareSeconds: 1, warmUp: 1 };
const QUICK = { rounds: 7, seconds: 0.7, bareSeconds: 0.3, warmUp: 0.7 };

/**
 * A second in which a server and PostgreSQL take less processor time than this share; and how many seconds
 * to wait for it.
 */
const IDLE = { share: 0.05, atMost: 15 };

/** @typedef {import("./sites.mjs").Site} Site */
/** @typedef {import("./rates-report.mjs").Load} Load */
/** @typedef {import("./rates-report.mjs").Played} Played */
/** @typedef {import("./rates-report.mjs").Round} Round */
/** @typedef {import("./rates-report.mjs").Row} Row */
/** @typedef {import("./work.mjs").Work} Work */
/** @typedef {{ port: number, paths: string[], cookie?: string, encoding: string, status: number, seconds?: number }} Order */
/** @typedef {{ pid: number | undefined, postmaster?: number | undefined, order: Order }} Player a server and its requests */
/** @typedef {{ name: string, promised?: import("./work.mjs").Promised | undefined, ours: Player, other?: Player | undefined, page: import("./pages.mjs").Ask }} Match */
/** @typedef {{ only: string[], quick: boolean, markdown: boolean, own: string, otherName?: string | undefined, words: string[] }} Options */

/** @returns {(order: Order) => Promise<Load>} puts load on addresses, from the other core */
function startClient() {
  const client = spawnNode(1, [fileURLToPath(new URL("./load-client.mjs", import.meta.url))]);
  return (order) => {
    client.send({ connections: CONNECTIONS, cookie: "", ...order });
    return nextMessage(client);
  };
}

/** @param {Site} site */
async function startSite({ program, settings }) {
  const { port, url, server } = await startServer(settings, program);
  const site = { port, url, pid: server.pid, postmaster: await findPostmaster(settings.DATABASE_URL) };
  await untilIdle(site);
  return site;
}

/** The tasks at a server's start would count for a page. @param {{ pid: number | undefined, postmaster: number | undefined }} site */
async function untilIdle({ pid, postmaster }) {
  const processorTime = () =>
    sumTimes([processTime(pid), clusterTime(postmaster)].flatMap((time) => time ?? []));
  for (let seconds = 0; seconds < IDLE.atMost; seconds += 1) {
    const before = processorTime();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { user, system } = timeBetween(before, processorTime()) ?? before;
    if (user + system < IDLE.share) return;
  }
}

/** @param {Site} ours @param {Site | undefined} other @param {Options} options @returns {Promise<Match[]>} */
async function siteMatches(ours, other, options) {
  const sites = await Promise.all([ours, ...(other ? [other] : [])].map(startSite));
  const [ourWork = [], otherWork = []] = await Promise.all(sites.map(({ url }) => resolveWork(url, options)));
  const [our, their] = sites;
  if (!our) return [];
  return ourWork.map((work, index) => {
    const { name, promised, cookie, encoding, paths } = work;
    const theirs = otherWork[index];
    const page = { url: our.url, path: paths[0] ?? "/", cookie, encoding };
    const player = theirs && their && playerOf(their, theirs);
    return { name, promised, ours: playerOf(our, work), other: player, page };
  });
}

/** @param {{ port: number, pid: number | undefined, postmaster?: number | undefined }} server @param {Omit<Work, "name" | "promised">} work @returns {Player} */
const playerOf = ({ port, pid, postmaster }, { paths, cookie, encoding, status }) => ({
  pid,
  postmaster,
  order: { port, paths, cookie, encoding, status },
});

/** @param {Options} options @returns {Promise<Match[]>} */
async function limitMatches({ only }) {
  const chosen = LIMITS.filter(({ name }) => isChosen(name, only));
  if (chosen.length === 0) return [];
  const { url, ...server } = await startLimits();
  return chosen.map(({ name, path }) => {
    const work = { paths: [path], cookie: "", encoding: "identity", status: 200 };
    return { name, ours: playerOf(server, work), page: { url, path, cookie: "", encoding: "identity" } };
  });
}

/** @param {(order: Order) => Promise<Load>} load @param {Player} player @param {number} seconds @returns {Promise<Played>} */
async function runRound(load, { pid, postmaster, order }, seconds) {
  const began = performance.now();
  const before = { node: processTime(pid), postgres: clusterTime(postmaster), waited: waitingTime(pid) };
  const result = await load({ ...order, seconds });
  const waited = (waitingTime(pid) ?? Number.NaN) - (before.waited ?? Number.NaN);
  return {
    ...result,
    node: timeBetween(before.node, processTime(pid)),
    postgres: timeBetween(before.postgres, clusterTime(postmaster)),
    waitedShare: (waited * 1_000) / (performance.now() - began),
  };
}

/**
 * @param {(order: Order) => Promise<Load>} load
 * @param {Match} match
 * @param {Order} bare
 * @param {typeof FULL} pace
 * @returns {Promise<Round[]>}
 */
async function playRounds(load, { ours, other }, bare, { rounds, seconds, bareSeconds, warmUp }) {
  for (const order of [ours.order, ...(other ? [other.order] : []), bare])
    await load({ ...order, seconds: warmUp });
  const playOther = async () => other && runRound(load, other, seconds);
  /** @type {Round[]} */
  const played = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order changes from round to round, so that its effects cancel out.
    const otherFirst = round % 2 === 1;
    const early = otherFirst ? await playOther() : undefined;
    const our = await runRound(load, ours, seconds);
    played.push({
      ours: our,
      other: early ?? (await playOther()),
      bare: await load({ ...bare, seconds: bareSeconds }),
    });
  }
  return played;
}

/** @param {Site} ours @param {Site | undefined} other @param {Options} options */
export async function measureRates(ours, other, options) {
  const { quick, markdown, own, otherName, words } = options;
  const pace = quick ? QUICK : FULL;
  const matches = [...(await siteMatches(ours, other, options)), ...(await limitMatches(options))];
  const run = { own, other: otherName, about: aboutLoad(pace) };
  // The table comes last; rows printed in the meantime show the progress.
  const print = markdown ? console.error : console.log;
  print(`${run.about}\n\n${asHeading(run)}`);
  const idle = memory(matches[0]?.ours.pid);
  let peak = idle;
  /** @type {Row[]} */
  const rows = [];
  for await (const row of measuredRows(matches, pace)) {
    print(asText(run, row));
    rows.push(row);
    peak = Math.max(peak, memory(matches[0]?.ours.pid));
  }
  if (markdown) console.log(asMarkdown(run, rows, words));
  console.log(
    `\nMemory of the process: ${idle.toFixed(0)} MB idle, ${peak.toFixed(0)} MB at most under load.`,
  );
}

/** @param {Match[]} matches @param {typeof FULL} pace @returns {AsyncGenerator<Row>} */
async function* measuredRows(matches, pace) {
  const pages = await pagesOf(matches.map(({ page }) => page));
  const port = await startBaseline(pages);
  const load = startClient();
  for (const [index, match] of matches.entries()) {
    const { name, promised, ours } = match;
    const { encoding, status } = ours.order;
    const bare = { port, paths: [`/${index}`], encoding, status };
    const rounds = await playRounds(load, match, bare, pace);
    yield { name, promised, kilobytes: kilobytes(pages[index]), rounds };
  }
}

/** @param {typeof FULL} pace */
function aboutLoad({ rounds, seconds }) {
  const cores = pinned ? ", one core each" : "";
  return `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each${cores}, load of the machine ${LOAD.toFixed(1)} before`;
}
