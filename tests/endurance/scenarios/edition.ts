import type { Instance } from "tests/support/server-process";
import { memory } from "../../load/processes.mjs";
import { processTime } from "../../load/processor-time.mjs";
import { type CountingSink, startCountingSink } from "../counting-sink";
import { sleep, timeUntil } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { signIn } from "../people";
import { openSite, type Run, type Site } from "../site";

const KILLS = 5;
const CONNECTIONS = 20;
const FAULTS = { refuses: 10, cuts: 997 };

/** Every kill costs up to the lease of 20 seconds, a refusal waits a minute. */
const DONE_WITHIN_MS = 40 * 60_000;

/** The one that sends is the busiest over so many milliseconds. */
const WATCHED_MS = 300;

type Counts = {
  total: number;
  sent: number;
  skipped: number;
  failed: number;
  unknown: number;
  state: string;
};

/** One edition to many readers, while the mail server refuses and cuts and the sending processes are killed. */
export async function edition(run: Run): Promise<Outcome[]> {
  const sink = await startCountingSink(FAULTS);
  run.cleanup.defer(() => sink.close());
  const site = await openSite(run, {
    SMTP_URL: sink.url,
    NEWSLETTER_RATE: "1000",
    NEWSLETTER_CONNECTIONS: String(CONNECTIONS),
    DRAIN_SECONDS: "0",
  });
  await addReaders(site, run.options.recipients);
  const alive = [...site.instances];
  const meter = startMeter(sink, alive);
  run.cleanup.defer(() => meter.stop());
  const began = performance.now();
  await sendBrief(site);
  await killSenders(run, site, sink, alive);
  await timeUntil(async () => (await countsOf(site)).state === "done", {
    within: DONE_WITHIN_MS,
    every: 1_000,
  });
  const spent = performance.now() - began;
  meter.stop();
  return [...(await evaluate(run, site, sink)), speed(sink, meter, spent)];
}

/** Half of them read the whole brief, half the introduction. Nobody else gets it, and no reminder is due. */
async function addReaders({ queries }: Site, count: number): Promise<void> {
  await queries.run("update members set remind_by_mail = false");
  for (let done = 0; done < count; done += 10_000) {
    const until = Math.min(count, done + 10_000);
    await queries.run(
      `insert into members (id, firstname, lastname, email, status, password_hash, referral_code, subscription,
                            subscription_expires_at, remind_by_mail)
       select gen_random_uuid(), 'Ada', 'Reader', 'reader' || n || '@readers.test', 'active', d.password_hash,
              'READER-' || n, case when n % 2 = 0 then 'Premium' else 'Basic' end,
              case when n % 2 = 0 then now() + interval '60 days' end, true
         from members d cross join generate_series(${done + 1}, ${until}) n where d.email = 'basic@demo.test'`,
    );
  }
}

/** A brief of some 15 kB as an email. */
async function sendBrief({ front }: Site): Promise<void> {
  const { token, cookies } = await signIn(front.url, "admin@demo.test", "staff");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = JSON.stringify({
    companyName: "Endurance",
    ticker: "ENDU",
    analysis: `${"A sentence of the analysis. ".repeat(40)}\n\n`.repeat(4),
    teaser: "The introduction.",
    status: "published",
  });
  const written = await fetch(`${front.url}/api/daily-brief`, { method: "POST", headers, body });
  const { id } = (await written.json()) as { id: string };
  const sent = await fetch(`${front.url}/admin/newsletters/new?newsletter=briefs&record=${id}`, {
    method: "POST",
    headers: { Cookie: cookies },
    body: new URLSearchParams({ subject: "Endurance", preview: "" }),
    redirect: "manual",
  });
  if (sent.status !== 303)
    throw new Error(`The edition was not planned: ${sent.status} ${await sent.text()}`);
}

/** Kills the one that sends each time another share of the emails has left, and starts another. */
async function killSenders(
  { options: { recipients }, say }: Run,
  { front, add }: Site,
  { taken }: CountingSink,
  alive: Instance[],
): Promise<void> {
  for (let nth = 1; nth <= KILLS; nth += 1) {
    const share = (recipients * nth) / (KILLS + 1);
    const hasLeft = await timeUntil(async () => taken.size >= share, { within: DONE_WITHIN_MS, every: 20 });
    if (hasLeft === undefined) throw new Error(`Only ${taken.size} emails have left before kill ${nth}`);
    const victim = await busiest(alive);
    victim.process.kill("SIGKILL");
    say(`  kill ${nth} of ${KILLS} after ${taken.size} emails`);
    front.remove(victim.url);
    alive.splice(alive.indexOf(victim), 1);
    alive.push(await add());
  }
}

const processorSeconds = ({ process: { pid } }: Instance): number => {
  const { user = 0, system = 0 } = processTime(pid) ?? {};
  return user + system;
};

async function busiest(instances: readonly Instance[]): Promise<Instance> {
  const before = instances.map(processorSeconds);
  await sleep(WATCHED_MS);
  const [first] = instances
    .map((instance, nth) => ({ instance, spent: processorSeconds(instance) - (before[nth] ?? 0) }))
    .toSorted((a, b) => b.spent - a.spent);
  if (!first) throw new Error("There is nobody left to kill");
  return first.instance;
}

/**
 * @property perSecond emails taken in each second with any
 * @property sender processor time of the one that sends in those seconds, as seconds
 * @property megabytes the most of one process
 */
type Meter = { perSecond: number[]; sender: number; megabytes: number; stop(): void };

function startMeter({ taken }: CountingSink, alive: readonly Instance[]): Meter {
  let [before, lookedAt] = [taken.size, performance.now()];
  let spent = new Map<Instance, number>();
  const look = () => {
    const [left, now] = [taken.size - before, performance.now()];
    const added = alive.map((instance) => processorSeconds(instance) - (spent.get(instance) ?? Infinity));
    spent = new Map(alive.map((instance) => [instance, processorSeconds(instance)]));
    if (left > 0) {
      meter.perSecond.push((left * 1_000) / (now - lookedAt));
      meter.sender += Math.max(0, ...added);
    }
    [before, lookedAt] = [taken.size, now];
    const sizes = alive.map(({ process: { pid } }) => memory(pid)).filter((size) => !Number.isNaN(size));
    meter.megabytes = Math.max(meter.megabytes, ...sizes);
  };
  const timer = setInterval(look, 1_000);
  const meter: Meter = { perSecond: [], sender: 0, megabytes: 0, stop: () => clearInterval(timer) };
  return meter;
}

async function countsOf({ queries }: Site): Promise<Counts> {
  const [found] = await queries.run<Counts>(
    "select state, total, sent, skipped, failed, unknown from editions order by created_at desc limit 1",
  );
  if (!found) throw new Error("There is no edition");
  return found;
}

async function evaluate(
  { options: { recipients } }: Run,
  site: Site,
  { taken, refused, cuts }: CountingSink,
): Promise<Outcome[]> {
  const rows = await site.queries.run<{ email: string; state: string }>(
    "select m.email, e.state from edition_members e join members m on m.id = e.member_id",
  );
  const emails = (...states: string[]) =>
    new Set(rows.filter(({ state }) => states.includes(state)).map(({ email }) => email));
  const accounted = emails("sent", "unknown");
  const expected = Array.from({ length: recipients }, (_, nth) => `reader${nth + 1}@readers.test`);
  const missing = expected.filter((email) => !accounted.has(email)).length;
  const others = accounted.size - (recipients - missing);
  const untrue = [...emails("sent")].filter((email) => !taken.has(email)).length;
  const unasked = [...taken.keys()].filter((email) => !accounted.has(email)).length;
  const twice = [...taken.values()].filter((times) => times > 1).length;
  const { total, sent, skipped, failed, unknown, state } = await countsOf(site);
  const mayBeUnknown = KILLS * CONNECTIONS + cuts;
  const reached = [...emails("unknown")].filter((email) => taken.has(email)).length;
  return [
    outcome(
      `an edition to ${recipients} readers, ${refused} of them refused once, ${cuts} lines cut, ${KILLS} kill -9 of the sender: sent and unknown together are those readers`,
      `${state}: ${sent} sent, ${unknown} unknown, ${skipped} skipped, ${failed} failed; ${missing} readers missing, ${others} others`,
      state === "done" && sent + unknown === total && missing + others + skipped + failed === 0,
    ),
    outcome(
      "nobody gets it twice, and every email marked as sent is at the mail server",
      `${twice} twice, ${untrue} marked as sent but missing, ${unasked} at the mail server without being marked`,
      twice + untrue + unasked === 0,
    ),
    outcome(
      `unknown are at most ${KILLS} kills × ${CONNECTIONS} connections + the lines cut`,
      `${unknown} of at most ${mayBeUnknown}; the mail server has ${reached} of them`,
      unknown <= mayBeUnknown,
    ),
  ];
}

const PROMISED_PER_SECOND = 200;

function speed({ taken }: CountingSink, meter: Meter, spent: number): Outcome {
  const { perSecond, sender, megabytes } = meter;
  const median = perSecond.toSorted((a, b) => a - b)[Math.floor(perSecond.length / 2)] ?? 0;
  const each = (sender * 1_000) / taken.size;
  return outcome(
    `at least ${PROMISED_PER_SECOND} emails a second while one process sends`,
    `${median.toFixed(0)} emails/s (the median of ${perSecond.length} s with any), ${each.toFixed(1)} ms of its processor time for each; ${seconds(spent)} for all ${taken.size} with kills and waits; at most ${megabytes.toFixed(0)} MB a process`,
    median >= PROMISED_PER_SECOND,
  );
}
