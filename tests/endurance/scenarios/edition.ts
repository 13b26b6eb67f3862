import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { sleep, timeUntil } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { signIn } from "../people";
import { openSite, type Run, type Site } from "../site";

const KILLS = 5;
const CONNECTIONS = 10;

/** The sink refuses every tenth receiver once, and cuts the line after it has taken every 997th message. */
const REFUSES_EVERY = 10;
const CUTS_EVERY = 997;

/** Milliseconds: every kill costs up to the lease of 20 seconds, a refusal waits a minute. */
const DONE_WITHIN_MS = 40 * 60_000;

type Counts = {
  total: number;
  sent: number;
  skipped: number;
  failed: number;
  unknown: number;
  state: string;
};

/** One edition to many readers, while the mail server refuses and cuts and processes are killed. */
export async function edition(run: Run): Promise<Outcome[]> {
  const sink = await countingSink();
  run.cleanup.defer(() => sink.close());
  const site = await openSite(run, {
    SMTP_URL: sink.url,
    NEWSLETTER_RATE: "1000",
    NEWSLETTER_CONNECTIONS: String(CONNECTIONS),
    DRAIN_SECONDS: "0",
  });
  await addReaders(site, run.options.recipients);
  const began = performance.now();
  await sendBrief(site);
  await killSenders(site, run.say);
  const counts = () => countsOf(site);
  const took = await timeUntil(async () => (await counts()).state === "done", {
    within: DONE_WITHIN_MS,
    every: 1_000,
  });
  const spent = performance.now() - began;
  return evaluate(site, sink, await counts(), took === undefined ? undefined : spent);
}

async function addReaders({ queries }: Site, count: number): Promise<void> {
  await queries.run("update members set remind_by_mail = false");
  for (let done = 0; done < count; done += 10_000) {
    const until = Math.min(count, done + 10_000);
    await queries.run(
      `insert into members (firstname, lastname, email, status, password_hash, referral_code, subscription,
                            subscription_expires_at)
       select 'Ada', 'Reader', 'reader' || n || '@readers.test', 'active', 'none', 'reader' || n,
              case when n % 2 = 0 then 'Premium' else 'Basic' end, case when n % 2 = 0 then now() + interval '1 day' end
         from generate_series(${done + 1}, ${until}) n`,
    );
  }
}

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

async function killSenders({ instances, front, add }: Site, say: Run["say"]): Promise<void> {
  const alive = [...instances];
  for (let nth = 1; nth <= KILLS; nth += 1) {
    await sleep(15_000);
    const victim = alive.shift();
    if (!victim) throw new Error("There is nobody left to kill");
    victim.process.kill("SIGKILL");
    front.remove(victim.url);
    alive.push(await add());
    say(`  kill ${nth} of ${KILLS}`);
  }
}

async function countsOf({ queries }: Site): Promise<Counts> {
  const [found] = await queries.run<Counts>(
    "select state, total, sent, skipped, failed, unknown from editions order by created_at desc limit 1",
  );
  if (!found) throw new Error("There is no edition");
  return found;
}

async function evaluate(
  { queries }: Site,
  sink: CountingSink,
  counts: Counts,
  spent: number | undefined,
): Promise<Outcome[]> {
  const marked = await queries.run<{ email: string }>(
    `select m.email from edition_members e join members m on m.id = e.member_id where e.state = 'sent'`,
  );
  const untrue = marked.filter(({ email }) => !sink.taken.has(email)).length;
  const twice = [...sink.taken.values()].filter((times) => times > 1).length;
  const { total, sent, skipped, failed, unknown, state } = counts;
  const mayBeUnknown = KILLS * CONNECTIONS + sink.cuts;
  const rate =
    spent === undefined
      ? "not finished"
      : `${Math.round(sent / (spent / 1000))} emails/s, ${seconds(spent)} with waits`;
  return [
    outcome(
      `An edition to ${total} readers, every tenth refused once, ${sink.cuts} lines cut, ${KILLS} kills: all accounted for`,
      `${state}: ${sent} sent, ${skipped} skipped, ${failed} failed, ${unknown} unknown; ${rate}`,
      state === "done" && sent + skipped + failed + unknown === total && failed === 0,
    ),
    outcome(
      "Nobody gets it twice, and every email marked as sent is at the mail server",
      `${twice} twice, ${untrue} marked as sent but missing`,
      twice === 0 && untrue === 0,
    ),
    outcome(
      `Unknown are at most ${KILLS} kills × ${CONNECTIONS} connections + the lines cut`,
      `${unknown} of at most ${mayBeUnknown}`,
      unknown <= mayBeUnknown,
    ),
  ];
}

/** @property taken how often the sink took a message to each address */
type CountingSink = { url: string; taken: Map<string, number>; cuts: number; close(): Promise<void> };

/** An SMTP server that keeps addresses only. */
async function countingSink(): Promise<CountingSink> {
  const taken = new Map<string, number>();
  const refused = new Set<string>();
  let [asked, count] = [0, 0];
  const sink: CountingSink = { url: "", taken, cuts: 0, close: async () => {} };
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      asked += 1;
      if (asked % REFUSES_EVERY !== 0 || refused.has(address)) return done(null);
      refused.add(address);
      return done(Object.assign(new Error("Come again"), { responseCode: 451 }));
    },
    onData(stream, { envelope, ...session }, done) {
      stream.resume();
      stream.on("end", () => {
        for (const { address } of envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1);
        count += 1;
        if (count % CUTS_EVERY !== 0) return done(null);
        sink.cuts += 1;
        return cutLine(server, session.id);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sink.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  sink.close = () => new Promise((resolve) => server.close(() => resolve()));
  return sink;
}

/** Ends a session's connection without an answer. */
function cutLine(server: SMTPServer, sessionId: string): void {
  const { connections } = server as unknown as {
    connections: Set<{ session: { id: string }; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) if (connection.session.id === sessionId) connection._socket.destroy();
}
