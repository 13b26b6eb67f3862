import { fromAnotherNetwork, type Reply, sleep, timeRequest, timeUntil, underLoad } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { register, signIn } from "../people";
import { openSite, type Run, type Site } from "../site";

const KILLS = 20;
const PER_SECOND = 10;

/** Milliseconds from the start of a process until it is ready. */
const READY_WITHIN = 5_000;

/** The queue retries a killed worker's job after two minutes, and checks once a minute. */
const DELIVERED_WITHIN_MS = 5 * 60_000;

/** The writes confirmed to readers and staff. */
type Acknowledged = { addresses: string[]; articles: { id: string; title: string }[] };

/** Instances are killed repeatedly while people register and staff write. */
export async function kills(run: Run): Promise<Outcome[]> {
  const site = await openSite(run, { DRAIN_SECONDS: "0" });
  const staff = await signIn(site.front.url, "admin@demo.test", "staff");
  const acknowledged: Acknowledged = { addresses: [], articles: [] };
  let starts: number[] = [];
  const replies = await underLoad(
    PER_SECOND,
    (nth) => sendNext(site, nth, staff.token, acknowledged),
    async () => {
      starts = await killInTurn(site, run.say);
    },
  );
  run.say(
    `  ${acknowledged.addresses.length} registrations, ${acknowledged.articles.length} articles; waiting for the mails`,
  );
  const all = () => missingMails(site, acknowledged).then((missing) => missing.length === 0);
  await timeUntil(all, { within: DELIVERED_WITHIN_MS, every: 1_000 });
  return [...(await evaluate(site, acknowledged, replies)), readiness(starts)];
}

async function killInTurn({ instances, front, add }: Site, say: Run["say"]): Promise<number[]> {
  const alive = [...instances];
  const starts: number[] = [];
  for (let nth = 1; nth <= KILLS; nth += 1) {
    await sleep(1_000);
    const victim = alive.shift();
    if (!victim) throw new Error("There is nobody left to kill");
    victim.process.kill("SIGKILL");
    front.remove(victim.url);
    const began = performance.now();
    alive.push(await add({ DRAIN_SECONDS: "0" }));
    starts.push(performance.now() - began);
    say(`  kill ${nth} of ${KILLS}`);
  }
  return starts;
}

/** A reader, a person who registers, and staff who write an article. */
async function sendNext(
  { front }: Site,
  nth: number,
  token: string,
  acknowledged: Acknowledged,
): Promise<Reply> {
  const kind = nth % 5;
  if (kind === 0) {
    const { email, reply } = await register(front.url, `survivor${nth}`);
    if (reply.status === 201 || reply.status === 200) acknowledged.addresses.push(email);
    return reply;
  }
  if (kind > 1) return timeRequest(`${front.url}/news`);
  const title = `Written under fire ${nth}`;
  const reply = await timeRequest(`${front.url}/api/news`, writing(title, token));
  if (reply.status === 201)
    acknowledged.articles.push({ id: (JSON.parse(reply.body) as { id: string }).id, title });
  return reply;
}

const writing = (title: string, token: string): RequestInit => ({
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Authorization: `Bearer ${token}`,
    ...fromAnotherNetwork(),
  },
  body: JSON.stringify({ title, content: `${title}.`, category: "Tech", status: "published" }),
});

async function missingMails({ sink }: Site, { addresses }: Acknowledged): Promise<string[]> {
  const reached = new Set(sink.received.flatMap(({ to }) => to));
  return addresses.filter((address) => !reached.has(address));
}

async function evaluate(
  site: Site,
  acknowledged: Acknowledged,
  replies: readonly Reply[],
): Promise<Outcome[]> {
  const missing = await missingMails(site, acknowledged);
  const articles = await site.queries.run<{ id: string; title: string; content: string }>(
    "select id, title, content from news where title like 'Written under fire %'",
  );
  const lost = acknowledged.articles.filter(({ id }) => !articles.some((article) => article.id === id));
  const halves = articles.filter(({ title, content }) => content !== `${title}.`);
  const [orphans] = await site.queries.run<{ count: number }>(
    `select count(*)::int as count from members m where email like 'survivor%'
        and not exists (select from mails where to_address = m.email)`,
  );
  const twice = site.sink.received.length - new Set(site.sink.received.flatMap(({ to }) => to)).size;
  const failed = replies.filter(({ status }) => status === 0 || status >= 500).length;
  return [
    outcome(
      `kill -9 of an instance under load, ${KILLS} times: no lost job, no half-written record`,
      `${missing.length} of ${acknowledged.addresses.length} registrations without their mail (${twice} mails came twice), ${lost.length} of ${acknowledged.articles.length} articles lost, ${halves.length + (orphans?.count ?? 0)} half-written records; ${failed} of ${replies.length} requests failed at the moment of a kill`,
      missing.length + lost.length + halves.length + (orphans?.count ?? 0) === 0,
    ),
  ];
}

const readiness = (starts: readonly number[]): Outcome =>
  outcome(
    "ready within 5 s after kill -9",
    `${starts.length} starts beside an instance that works, slowest ${seconds(Math.max(...starts))}`,
    starts.length === KILLS && Math.max(...starts) <= READY_WITHIN,
  );
