/** A reply. `status` 0: none, or not within half a minute. */
export type Reply = { path: string; status: number; ms: number; headers: Headers; body: string };

/** The part of a reply that is kept if there are tens of thousands. */
export type Timing = Pick<Reply, "path" | "status" | "ms">;

/** A reply without its bytes: those of a ten-minute load are gigabytes. */
export const replyTiming = ({ path, status, ms }: Reply): Timing => ({ path, status, ms });

const GIVE_UP_MS = 30_000;

/** One request, timed until its last byte. It does not follow redirects and never throws. */
export async function timeRequest(url: string, init: RequestInit = {}): Promise<Reply> {
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

/** A JSON body with further headers. */
export const jsonPost = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

let networks = 0;

/** A new network address for rate limits by network. Servers accept it with TRUST_PROXY. */
export function fromAnotherNetwork(): { "X-Forwarded-For": string } {
  networks += 1;
  return { "X-Forwarded-For": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const TICK_MS = 10;

/** The number of requests due after this many milliseconds. */
export const dueRequests = (ms: number, perSecond: number): number => Math.floor((ms * perSecond) / 1000);

/**
 * Sends requests at a fixed rate, however slow the replies, until the parallel work is done.
 * @param send the nth request, from 0
 * @returns the results of `send`, in request order
 */
export async function underLoad<Kept>(
  perSecond: number,
  send: (nth: number) => Promise<Kept>,
  work: () => Promise<unknown>,
): Promise<Kept[]> {
  const sent: Promise<Kept>[] = [];
  const began = performance.now();
  const sending = setInterval(() => {
    while (sent.length < dueRequests(performance.now() - began, perSecond)) sent.push(send(sent.length));
  }, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(sending);
  }
  return Promise.all(sent);
}

/** Repeats a check until it succeeds. @returns the milliseconds that took, or undefined after a timeout */
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

/** As in "1,990 × 200, 10 × 503"; requests without reply are "lost". */
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

/** The percentile in milliseconds. @param share from 0 to 1 */
export function percentile(replies: readonly Timing[], share: number): number {
  const sorted = replies.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
