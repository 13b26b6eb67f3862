import type { Instance } from "tests/support/server-process";
import { memory } from "../../load/processes.mjs";
import {
  countStatuses,
  fromAnotherNetwork,
  jsonPost,
  percentile,
  type Reply,
  replyTiming,
  sleep,
  type Timing,
  timeRequest,
  underLoad,
} from "../load";
import { type Outcome, outcome } from "../outcome";
import { type Signed, signIn } from "../people";
import { openSite, type Run, type Site } from "../site";

/** When memory has settled: after a fifth of the time, two minutes of ten. */
const SETTLED = 0.2;

/** The promised limits: milliseconds, megabytes, factors. */
const P95_MS = 200;
const MOST_MB = 400;
const MOST_GROWTH = 1.15;

type People = { visitor: Signed; member: Signed; staff: Signed };
type Work = { who: keyof People; path: string };

/** A day's requests, each as often as it is listed; `{n}` is a new number each time. */
const WORK: Work[] = [
  { who: "visitor", path: "/" },
  { who: "visitor", path: "/" },
  { who: "visitor", path: "/news" },
  { who: "visitor", path: "/news?page={n}" },
  { who: "visitor", path: "/daily-brief" },
  { who: "visitor", path: "/stock-picks" },
  { who: "visitor", path: "/market" },
  { who: "visitor", path: "/search?q=rates{n}" },
  { who: "visitor", path: "/api/news?limit=20&page={n}" },
  { who: "visitor", path: "/api/markets" },
  { who: "member", path: "/" },
  { who: "member", path: "/daily-brief" },
  { who: "member", path: "/stock-picks" },
  { who: "member", path: "/trade-alert" },
  { who: "member", path: "/dashboard" },
  { who: "staff", path: "/admin" },
  { who: "staff", path: "/admin/news" },
];

/** The interval, in requests, of sign-ins and of new articles. */
const SIGN_IN_EVERY = 97;
const WRITE_EVERY = 199;

/** Readers, members and staff for the duration of `--minutes`. */
export async function mixedLoad(run: Run): Promise<Outcome[]> {
  const { minutes, rate } = run.options;
  const site = await openSite(run);
  const people = {
    visitor: { cookies: "", token: "" },
    member: await signIn(site.front.url, "premium@demo.test"),
    staff: await signIn(site.front.url, "admin@demo.test", "staff"),
  };
  const idle = site.instances.map(megabytes);
  let settled: number[] = [];
  const replies = await underLoad(
    rate,
    async (nth) => replyTiming(await work(site, people, nth)),
    async () => {
      await sleep(minutes * 60_000 * SETTLED);
      settled = site.instances.map(megabytes);
      run.say(
        `  ${settled.map((size) => size.toFixed(0)).join(" and ")} MB, ${(minutes * (1 - SETTLED)).toFixed(1)} minutes to go`,
      );
      await sleep(minutes * 60_000 * (1 - SETTLED));
    },
  );
  const last = site.instances.map(megabytes);
  return [speed(run, replies), growth(minutes, idle, settled, last)];
}

const megabytes = ({ process: child }: Instance): number => memory(child.pid);

function work({ front }: Site, people: People, nth: number): Promise<Reply> {
  if (nth % SIGN_IN_EVERY === 0) {
    const nobody = { email: `nobody${nth}@example.com`, password: "wrong" };
    return timeRequest(`${front.url}/api/auth/user/login`, jsonPost(nobody, fromAnotherNetwork()));
  }
  if (nth % WRITE_EVERY === 0) {
    const article = { title: `Mixed ${nth}`, content: "Text.", category: "Tech", status: "published" };
    return timeRequest(
      `${front.url}/api/news`,
      jsonPost(article, { Authorization: `Bearer ${people.staff.token}` }),
    );
  }
  const { who, path } = WORK[nth % WORK.length] as Work;
  const { cookies } = people[who];
  return timeRequest(front.url + path.replace("{n}", String(1 + (nth % 500))), {
    headers: cookies ? { Cookie: cookies } : {},
  });
}

function speed({ options: { minutes, rate } }: Run, replies: readonly Timing[]): Outcome {
  const failed = replies.filter(({ status }) => status === 0 || status >= 500).length;
  const p95 = percentile(replies, 0.95);
  return outcome(
    `mixed load, ${rate} requests/s for ${minutes} min on two instances: p95 ≤ 200 ms, no 5xx`,
    `p50 ${percentile(replies, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${percentile(replies, 0.99).toFixed(0)} ms; ${countStatuses(replies)}`,
    failed === 0 && p95 <= P95_MS,
  );
}

function growth(minutes: number, idle: number[], settled: number[], last: number[]): Outcome {
  const ratios = last.map((size, nth) => size / (settled[nth] ?? 0));
  const list = (sizes: readonly number[]) => sizes.map((size) => size.toFixed(0)).join(" and ");
  return outcome(
    "memory under mixed load: at most 400 MB a process, at the end at most 1.15 × that of minute two",
    `${list(idle)} MB at first, ${list(settled)} MB after ${(minutes * SETTLED).toFixed(1)} min, ${list(last)} MB after ${minutes} min: ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} ×`,
    Math.max(...ratios) <= MOST_GROWTH && Math.max(...last) <= MOST_MB,
  );
}
