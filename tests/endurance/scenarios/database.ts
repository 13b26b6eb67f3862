import type { Instance } from "tests/support/server-process";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import {
  countStatuses,
  fromAnotherNetwork,
  jsonPost,
  type Reply,
  sleep,
  slowest,
  timeRequest,
  timeUntil,
  underLoad,
} from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { openSite, type Run, type Site } from "../site";

const PER_SECOND = 20;
const FAULT_MS = 10_000;

/** The promised limits in milliseconds. */
const ANSWERED_WITHIN = 5_000;
const HEALTHY_WITHIN = 10_000;

/** More than the connections of both instances, so that every connection is tested. */
const AFTERWARDS = 60;

/** Delay of each chunk, so twice per statement. Milliseconds. */
const SLOW_BY = 200;

type Fault = { name: string; begin(proxy: TcpProxy, site: Site): unknown; end(proxy: TcpProxy): void };

const FAULTS: Fault[] = [
  { name: "gone", begin: (proxy) => proxy.refuse(), end: (proxy) => proxy.thaw() },
  { name: "a black hole", begin: (proxy) => proxy.freeze(), end: (proxy) => proxy.thaw() },
  { name: "ends every connection", begin: endConnections, end: () => {} },
  {
    name: `slower by ${2 * SLOW_BY} ms a statement`,
    begin: (proxy) => proxy.delay(SLOW_BY),
    end: (proxy) => proxy.delay(0),
  },
];

/**
 * The database fails in four ways. The requests go to the instances directly, because a balancer would
 * remove them.
 */
export async function database(run: Run): Promise<Outcome[]> {
  let proxy: TcpProxy | undefined;
  const site = await openSite(run, {}, async (url) => {
    const own = await tcpProxy(url);
    run.cleanup.defer(() => own.close());
    proxy = own;
    return own.url;
  });
  const outcomes: Outcome[] = [];
  for (const fault of FAULTS) {
    run.say(`  ${fault.name}`);
    if (proxy) outcomes.push(await sufferFault(fault, proxy, site));
  }
  return outcomes;
}

async function sufferFault(fault: Fault, proxy: TcpProxy, site: Site): Promise<Outcome> {
  let healthyAfter: number | undefined;
  const replies = await underLoad(
    PER_SECOND,
    (nth) => askSomething(site.instances, nth),
    async () => {
      await sleep(1_000);
      await fault.begin(proxy, site);
      await sleep(FAULT_MS);
      fault.end(proxy);
      healthyAfter = await timeUntil(() => allHealthy(site), { within: 3 * HEALTHY_WITHIN });
    },
  );
  const after = await Promise.all(
    Array.from({ length: AFTERWARDS }, (_, nth) => askPage(site.instances, nth)),
  );
  const spoilt = after.filter(({ status }) => status !== 200).length;
  const wrong = replies.filter((reply) => !isProper(reply)).length;
  const alive = site.instances.every(
    ({ process: child }) => child.exitCode === null && child.signalCode === null,
  );
  const last = slowest(replies);
  const recovered = healthyAfter === undefined ? "not healthy" : `healthy ${seconds(healthyAfter)} later`;
  return outcome(
    `database ${fault.name} for ${FAULT_MS / 1000} s: every request answered within 5 s, healthy within 10 s after, no spoilt connection`,
    `${countStatuses(replies)}; slowest ${seconds(last?.ms ?? 0)} (${last?.path}, ${last?.status}); ${alive ? "both alive" : "a process ended"}; ${recovered}; ${spoilt} of ${AFTERWARDS} afterwards failed`,
    wrong === 0 &&
      (last?.ms ?? 0) <= ANSWERED_WITHIN &&
      alive &&
      (healthyAfter ?? Number.POSITIVE_INFINITY) <= HEALTHY_WITHIN &&
      spoilt === 0,
  );
}

/** The correct page, or a 503 with a Retry-After. */
function isProper({ status, headers }: Reply): boolean {
  if (status === 503) return Number(headers.get("Retry-After")) > 0;
  return status === 200 || status === 401;
}

const pick = (instances: readonly Instance[], nth: number): string => instances[nth % 2]?.url ?? "";

/** A page that is never cached. */
const askPage = (instances: readonly Instance[], nth: number): Promise<Reply> =>
  timeRequest(
    `${pick(instances, nth)}/api/news?limit=3&page=${1 + (nth % 2)}&since=2020-01-${String(1 + (nth % 28)).padStart(2, "0")}`,
  );

function askSomething(instances: readonly Instance[], nth: number): Promise<Reply> {
  const url = pick(instances, nth);
  switch (Math.floor(nth / 2) % 5) {
    case 0:
      return timeRequest(`${url}/healthz`);
    case 1:
      return timeRequest(`${url}/search?q=rates${nth}`);
    case 2: {
      const nobody = { email: `nobody${nth}@example.com`, password: "wrong" };
      return timeRequest(`${url}/api/auth/user/login`, jsonPost(nobody, fromAnotherNetwork()));
    }
    case 3:
      return timeRequest(`${url}/news`);
    default:
      return askPage(instances, nth);
  }
}

async function allHealthy({ instances }: Site): Promise<boolean> {
  const replies = await Promise.all(
    instances.flatMap(({ url }, nth) => [timeRequest(`${url}/readyz`), askPage(instances, nth)]),
  );
  return replies.every(({ status }) => status === 200);
}

function endConnections(_proxy: TcpProxy, { queries }: Site): Promise<unknown> {
  return queries.run(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}
