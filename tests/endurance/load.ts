/** What came back. `status` 0: nothing did, or not within half a minute. */
export type Reply = { path: string; status: number; ms: number; headers: Headers; body: string };

/** What is kept of a reply where there are tens of thousands. */
export type Timing = Pick<Reply, "path" | "status" | "ms">;

/** A reply without its bytes: those of a load of ten minutes are gigabytes. */
export const timingOf = ({ path, status, ms }: Reply): Timing => ({ path, status, ms });

const GIVE_UP_MS = 30_000;

/** One request, timed to its last byte. Redirects are not followed. Never throws. */
export async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  const { pathname: path } = new URL(url);
  const began = performance.now();
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  try {
    const response = await fetch(url, { redirect: "manual", signal, ...init });
    const body = await response.text();
    const { status, headers } = response;
    return { path, status, headers, body, ms: performance.now() - began };
  } catch {
    return { path, status: 0, headers: new Headers(), body: "", ms: performance.now() - began };
  }
}

/** A body as JSON, and what else is to be said in the head. */
export const posting = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

let networks = 0;

/** Comes from somewhere else than all before, for limits that count networks. Servers believe it with TRUST_PROXY. */
export function fromAnotherNetwork(): { "X-Forwarded-For": string } {
  networks += 1;
  return { "X-Forwarded-For": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const TICK_MS = 10;

/** How many requests must have been sent after so many milliseconds. */
export const dueBy = (ms: number, perSecond: number): number => Math.floor((ms * perSecond) / 1000);

/**
 * Sends so many requests a second, however slowly they are answered, until the work beside them is done.
 * @param send the nth request, from 0
 * @returns what `send` made of every answer, in the order of the requests
 */
export async function underLoad<Kept>(
  perSecond: number,
  send: (nth: number) => Promise<Kept>,
  work: () => Promise<unknown>,
): Promise<Kept[]> {
  const sent: Promise<Kept>[] = [];
  const began = performance.now();
  const sending = setInterval(() => {
    while (sent.length < dueBy(performance.now() - began, perSecond)) sent.push(send(sent.length));
  }, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(sending);
  }
  return Promise.all(sent);
}

/** Asks until the answer is yes. @returns how many milliseconds that took, or undefined when it took too long */
export async function timeUntil(
  yes: () => Promise<boolean>,
  { within, every = 50 }: { within: number; every?: number },
): Promise<number | undefined> {
  const began = performance.now();
  while (!(await yes())) {
    if (performance.now() - began > within) return undefined;
    await sleep(every);
  }
  return performance.now() - began;
}

/** As in "1,990 × 200, 10 × 503"; what was not answered is "lost". */
export function countStatuses(replies: readonly Pick<Reply, "status">[]): string {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count.toLocaleString("en")} × ${status === 0 ? "lost" : status}`)
    .join(", ");
}

export const slowest = <Timed extends Timing>(replies: readonly Timed[]): Timed | undefined =>
  replies.toSorted((a, b) => b.ms - a.ms)[0];

/** The time within which this share of the answers came, in milliseconds. @param share from 0 to 1 */
export function percentile(replies: readonly Timing[], share: number): number {
  const sorted = replies.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
