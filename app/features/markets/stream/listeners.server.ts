import type { Chosen, QuoteFeed } from "./quote-feed.rules.server";
import { SharedChoices } from "./shared-choices.server";
import type { Asked } from "./stream-request.server";
import { UnreadBuffers } from "./unread-buffers.server";

/** The part of a response that is used here. */
export type Sink = {
  write(chunk: Buffer | string): boolean;
  end(chunk?: string): void;
  destroy(): void;
  once(event: "close", heard: () => void): unknown;
  on(event: "drain", heard: () => void): unknown;
};

/**
 * @property address the network that it comes from
 * @property place its last event, if it comes back
 */
export type Joining = Asked & { address: string; place?: string };

/** Whose places a stream counts among: those of its key or session, else those of everybody without one at its address. */
type Holder = Pick<Joining, "address" | "owner">;

/** @property sent the number of the change that it has; undefined before its first event */
type Listener = {
  sink: Sink;
  holder: string;
  bearer: string | undefined;
  chosen: Chosen | undefined;
  sent: number | undefined;
  bytes: number;
  /** The listeners who get their heartbeats together with it. */
  beats: Set<Listener>;
  /** Heartbeats since its buffers are full; undefined while it reads. */
  missed?: number;
};

export const LISTENER_LIMITS = {
  /** In this process: with 15 kB each, within 200 MB. */
  process: 10_000,
  /** Without a token: readers of one office or carrier share an address, and each browser has two. */
  address: 200,
  /** Of one key or session. */
  owner: 50,
  /**
   * Bytes after which a listener has to come back. Kernels buffer up to a megabyte for a reader that reads nothing, which
   * no process sees: coming back shows that everything before arrived.
   */
  bytes: 1024 * 1024,
  /** Heartbeats that a listener with full buffers may miss. */
  heartbeats: 2,
  /** Bytes of events that listeners with full buffers have not read, each event once. */
  unread: 64 * 1024 * 1024,
} as const;

const HEARTBEAT = Buffer.from(":\n\n");

/** Parts of a round of heartbeats, so that not all listeners get theirs at once. */
export const HEARTBEAT_TURNS = 100;

/** Milliseconds until a listener comes back, spread so that not all come at once. */
const RETRY_MS = { least: 1_000, most: 15_000 } as const;

/** Listeners served before other work has its turn. */
const SERVED_AT_ONCE = 500;

/** No address looks like the ID of a key or session. */
const nameOf = ({ owner, address }: Holder): string => owner ?? address;

type Options = {
  limits?: { [Limit in keyof typeof LISTENER_LIMITS]: number };
  turns?: number;
  random?: () => number;
  /** Runs a callback in the next iteration of the event loop. */
  nextRound?: (run: () => void) => void;
  /** Whether a token is still valid. */
  isValid?: (bearer: string) => Promise<boolean>;
};

/**
 * The listeners of one feed. Each one holds only its place in the feed: while its buffers are full nothing is
 * written, and afterwards it gets the newest state of what changed.
 */
export class Listeners {
  private readonly all = new Set<Listener>();
  private readonly perHolder = new Map<string, number>();
  private readonly choices = new SharedChoices();
  private readonly turns: Set<Listener>[];
  private nextTurn = 0;
  private serving = false;
  private readonly limits: NonNullable<Options["limits"]>;
  private readonly unread: UnreadBuffers<Listener>;
  private readonly random: () => number;
  private readonly nextRound: NonNullable<Options["nextRound"]>;
  private readonly isValid: NonNullable<Options["isValid"]>;

  constructor(
    private readonly feed: QuoteFeed,
    {
      limits = LISTENER_LIMITS,
      turns = HEARTBEAT_TURNS,
      random = Math.random,
      nextRound = setImmediate,
      isValid = async () => true,
    }: Options = {},
  ) {
    this.limits = limits;
    this.turns = Array.from({ length: turns }, () => new Set());
    this.unread = new UnreadBuffers(limits.unread);
    this.random = random;
    this.nextRound = nextRound;
    this.isValid = isValid;
  }

  get size(): number {
    return this.all.size;
  }

  /** Whether there is no place for another one: 503 for everybody, 429 for its key, session or address. */
  refusal(holder: Holder): 429 | 503 | undefined {
    if (this.all.size >= this.limits.process) return 503;
    const most = holder.owner === undefined ? this.limits.address : this.limits.owner;
    return (this.perHolder.get(nameOf(holder)) ?? 0) >= most ? 429 : undefined;
  }

  /** Sends what the listener lacks, and all further changes. */
  add(sink: Sink, { place, ids, bearer, ...from }: Joining): void {
    const holder = nameOf(from);
    const sent = this.feed.readPlace(place);
    const chosen = ids && this.choices.take(ids);
    const beats = this.turns[Math.floor(this.random() * this.turns.length)] as Set<Listener>;
    // The first event is as large as it is: only further ones count.
    const bytes = Number.NEGATIVE_INFINITY;
    const listener: Listener = { sink, holder, bearer, chosen, sent, bytes, beats };
    this.all.add(listener);
    beats.add(listener);
    this.perHolder.set(holder, (this.perHolder.get(holder) ?? 0) + 1);
    sink.once("close", () => this.forget(listener));
    sink.on("drain", () => {
      listener.missed = undefined;
      this.unread.release(listener);
      this.serve(listener);
    });
    // Also tells the client that the stream is open.
    this.write(listener, `retry: ${this.retryMs()}\n\n`);
    this.serve(listener);
    listener.bytes = 0;
  }

  private forget(listener: Listener): void {
    if (!this.all.delete(listener)) return;
    listener.beats.delete(listener);
    this.unread.release(listener);
    if (listener.chosen) this.choices.leave(listener.chosen);
    const others = (this.perHolder.get(listener.holder) ?? 1) - 1;
    if (others > 0) this.perHolder.set(listener.holder, others);
    else this.perHolder.delete(listener.holder);
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
    const event = this.feed.after(listener.sent, listener.chosen);
    listener.sent = this.feed.seq;
    if (!event) return;
    this.write(listener, event);
    if (listener.bytes > this.limits.bytes) this.end(listener);
  }

  private write(listener: Listener, chunk: Buffer | string): void {
    listener.bytes += chunk.length;
    if (listener.sink.write(chunk)) return;
    listener.missed ??= 0;
    if (typeof chunk !== "string" && !this.unread.hold(listener, chunk)) this.cut(listener);
  }

  /**
   * Shows that the stream is open, closes those who have not read for two heartbeats, and ends those whose token is
   * no longer valid. Each call is for one turn of the listeners.
   */
  heartbeat(): void {
    const listeners = this.turns[this.nextTurn] ?? [];
    this.nextTurn = (this.nextTurn + 1) % this.turns.length;
    const checks = new Map<string, Promise<boolean>>();
    for (const listener of [...listeners]) {
      this.beat(listener);
      if (listener.bearer !== undefined) this.checkAgain(listener, listener.bearer, checks);
    }
  }

  private beat(listener: Listener): void {
    if (listener.missed === undefined) this.write(listener, HEARTBEAT);
    else if (listener.missed >= this.limits.heartbeats) this.cut(listener);
    else listener.missed += 1;
  }

  /** A token that cannot be looked up stays valid until a heartbeat at which the database answers. */
  private checkAgain(listener: Listener, bearer: string, checks: Map<string, Promise<boolean>>): void {
    const check = checks.get(bearer) ?? this.isValid(bearer);
    checks.set(bearer, check);
    check.then(
      (valid) => {
        if (!valid) this.dismiss(listener);
      },
      () => {},
    );
  }

  /** Ends all streams; each client comes back at a time of its own. */
  close(): void {
    for (const listener of [...this.all]) this.dismiss(listener);
  }

  private dismiss(listener: Listener): void {
    if (listener.missed === undefined) this.end(listener);
    else this.cut(listener);
  }

  private end(listener: Listener): void {
    if (!this.all.has(listener)) return;
    this.forget(listener);
    listener.sink.end(`retry: ${this.retryMs()}\n\n`);
  }

  private cut(listener: Listener): void {
    this.forget(listener);
    listener.sink.destroy();
  }

  private retryMs = (): number =>
    Math.round(RETRY_MS.least + this.random() * (RETRY_MS.most - RETRY_MS.least));
}
