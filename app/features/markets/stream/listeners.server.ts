import type { QuoteFeed } from "./quote-feed.rules.server";

/** The part of a response that is used here. */
export type Sink = {
  write(chunk: Buffer | string): boolean;
  end(chunk?: string): void;
  destroy(): void;
  once(event: "close", heard: () => void): unknown;
  on(event: "drain", heard: () => void): unknown;
};

/** @property sent the number of the change that it has; undefined before its first event */
type Listener = {
  sink: Sink;
  address: string;
  sent: number | undefined;
  bytes: number;
  /** Heartbeats since its buffers are full; undefined while it reads. */
  missed?: number;
};

export const LISTENER_LIMITS = {
  /** In this process: with 15 kB each, within 200 MB. */
  process: 10_000,
  /** An office or a provider may share an address. */
  address: 50,
  /**
   * Bytes after which a listener has to come back. Kernels buffer up to a megabyte for a reader that reads nothing, which
   * no process sees: coming back shows that everything before arrived.
   */
  bytes: 1024 * 1024,
  /** Heartbeats that a listener with full buffers may miss. */
  heartbeats: 2,
} as const;

const HEARTBEAT = Buffer.from(":\n\n");

/** Milliseconds until a listener comes back, spread so that not all come at once. */
const RETRY_MS = { least: 1_000, most: 15_000 } as const;

/** Listeners served before other work has its turn. */
const SERVED_AT_ONCE = 500;

type Options = {
  limits?: { [Limit in keyof typeof LISTENER_LIMITS]: number };
  random?: () => number;
  /** Runs a callback in the next iteration of the event loop. */
  nextRound?: (run: () => void) => void;
};

/**
 * The listeners of one feed. Each one holds only its place in the feed: while its buffers are full nothing is
 * written, and afterwards it gets the newest state of what changed.
 */
export class Listeners {
  private readonly all = new Set<Listener>();
  private readonly perAddress = new Map<string, number>();
  private serving = false;
  private readonly limits: NonNullable<Options["limits"]>;
  private readonly random: () => number;
  private readonly nextRound: NonNullable<Options["nextRound"]>;

  constructor(
    private readonly feed: QuoteFeed,
    { limits = LISTENER_LIMITS, random = Math.random, nextRound = setImmediate }: Options = {},
  ) {
    this.limits = limits;
    this.random = random;
    this.nextRound = nextRound;
  }

  get size(): number {
    return this.all.size;
  }

  /** Whether there is no place for another one: 503 for everybody, 429 for its address. */
  refusal(address: string): 429 | 503 | undefined {
    if (this.all.size >= this.limits.process) return 503;
    return (this.perAddress.get(address) ?? 0) >= this.limits.address ? 429 : undefined;
  }

  /** Sends what the listener lacks, and all further changes. @param place its last event, if it comes back */
  add(sink: Sink, address: string, place?: string): void {
    const sent = this.feed.readPlace(place);
    // The first event is as large as it is: only further ones count.
    const listener: Listener = { sink, address, sent, bytes: Number.NEGATIVE_INFINITY };
    this.all.add(listener);
    this.perAddress.set(address, (this.perAddress.get(address) ?? 0) + 1);
    sink.once("close", () => this.forget(listener));
    sink.on("drain", () => {
      listener.missed = undefined;
      this.serve(listener);
    });
    // Also tells the client that the stream is open.
    this.write(listener, `retry: ${this.retryMs()}\n\n`);
    this.serve(listener);
    listener.bytes = 0;
  }

  private forget(listener: Listener): void {
    if (!this.all.delete(listener)) return;
    const others = (this.perAddress.get(listener.address) ?? 1) - 1;
    if (others > 0) this.perAddress.set(listener.address, others);
    else this.perAddress.delete(listener.address);
  }

  /** Sends the feed's latest changes to everybody, some in each iteration of the event loop. */
  announce(): void {
    if (this.serving) return;
    this.serving = true;
    this.serveFrom([...this.all], 0, this.feed.seq);
  }

  /** @param seq the latest change when this round began */
  private serveFrom(listeners: readonly Listener[], from: number, seq: number): void {
    const until = from + SERVED_AT_ONCE;
    for (const listener of listeners.slice(from, until)) this.serve(listener);
    if (until < listeners.length) {
      this.nextRound(() => this.serveFrom(listeners, until, seq));
      return;
    }
    this.serving = false;
    if (seq !== this.feed.seq) this.announce();
  }

  private serve(listener: Listener): void {
    if (listener.missed !== undefined || !this.all.has(listener)) return;
    const event = this.feed.after(listener.sent);
    listener.sent = this.feed.seq;
    if (!event) return;
    this.write(listener, event);
    if (listener.bytes > this.limits.bytes) this.end(listener);
  }

  private write(listener: Listener, chunk: Buffer | string): void {
    listener.bytes += chunk.length;
    if (!listener.sink.write(chunk)) listener.missed ??= 0;
  }

  /** Shows everybody that the stream is open, and closes those who have not read for two heartbeats. */
  heartbeat(): void {
    for (const listener of [...this.all]) {
      if (listener.missed === undefined) this.write(listener, HEARTBEAT);
      else if (listener.missed >= this.limits.heartbeats) {
        this.forget(listener);
        listener.sink.destroy();
      } else listener.missed += 1;
    }
  }

  /** Ends all streams; each client comes back at a time of its own. */
  close(): void {
    for (const listener of [...this.all]) {
      if (listener.missed === undefined) this.end(listener);
      else {
        this.forget(listener);
        listener.sink.destroy();
      }
    }
  }

  private end(listener: Listener): void {
    this.forget(listener);
    listener.sink.end(`retry: ${this.retryMs()}\n\n`);
  }

  private retryMs = (): number =>
    Math.round(RETRY_MS.least + this.random() * (RETRY_MS.most - RETRY_MS.least));
}
