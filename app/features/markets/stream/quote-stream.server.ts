import { randomBytes } from "node:crypto";
import { isDatabaseUnavailable } from "db/orm.server";
import { findSlice, tableOf } from "~/admin-kit/find.server";
import { isValidBearer } from "~/auth/viewer.server";
import { log } from "~/platform/log.server";
import { quotes } from "../quotes.resource.server";
import { HEARTBEAT_TURNS, type Joining, Listeners, type Sink } from "./listeners.server";
import { type FeedQuote, QuoteFeed } from "./quote-feed.rules.server";

/** The newest quotes that a stream has. */
const MOST_QUOTES = 10_000;

/** Milliseconds between comments to a listener, which show that a quiet stream is open: proxies end silent ones. */
const HEARTBEAT_MS = 20_000;

/** Milliseconds in which several saves become one change. */
const GATHER_MS = 100;

/** Milliseconds until quotes that could not be read are read again. */
const RETRY_MS = 5_000;

const VISITOR = { kind: "visitor" } as const;

async function readQuotes(): Promise<FeedQuote[]> {
  const { where, select } = quotes.visibleTo(VISITOR);
  const orderBy = { property: "createdAt", direction: "desc" } as const;
  const { rows } = await findSlice(quotes, { where, select, orderBy, limit: MOST_QUOTES });
  return rows.map((row) => ({ id: row.id, text: JSON.stringify(quotes.api.serialize(row, VISITOR)) }));
}

/** The live quotes of this process: one feed for all listeners, read once after the database's notice. */
class QuoteStream {
  private readonly feed = new QuoteFeed(randomBytes(6).toString("hex"));
  private readonly listeners = new Listeners(this.feed, { isValid: isValidBearer });
  private isStale = true;
  private reading: Promise<void> | undefined;
  private beats: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private isOpen = false;

  open(): void {
    this.isOpen = true;
    this.isStale = true;
    this.beats = setInterval(() => this.listeners.heartbeat(), HEARTBEAT_MS / HEARTBEAT_TURNS);
    this.beats.unref();
  }

  /** Ends all streams; further ones are refused. */
  close(): void {
    this.isOpen = false;
    clearInterval(this.beats);
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.listeners.close();
  }

  /** A table was written, or notices may have been missed. Without listeners nothing is read. */
  hear(table: string): void {
    if (table !== tableOf(quotes)) return;
    this.isStale = true;
    if (!this.isOpen || this.listeners.size === 0 || this.gathering) return;
    this.gathering = setTimeout(() => {
      this.gathering = undefined;
      this.refresh().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log().error({ err: error }, "quotes not read for their stream");
        setTimeout(() => this.hear(tableOf(quotes)), RETRY_MS).unref();
      });
    }, GATHER_MS);
    this.gathering.unref();
  }

  get size(): number {
    return this.listeners.size;
  }

  /** The status that refuses a listener. */
  refusal(joining: Joining): 429 | 503 | undefined {
    return this.isOpen ? this.listeners.refusal(joining) : 503;
  }

  /** @param isGone whether the client has left in the meantime. @throws what the database throws */
  async add(sink: Sink, joining: Joining, isGone: () => boolean): Promise<void> {
    await this.refresh();
    if (isGone()) return;
    // Others came while the quotes were read.
    if (this.refusal(joining)) sink.end();
    else this.listeners.add(sink, joining);
  }

  /** All quotes, or those with these IDs, as one event. @throws what the database throws */
  async snapshot(ids?: readonly string[]): Promise<Buffer> {
    await this.refresh();
    return this.feed.snapshot(ids && new Set(ids));
  }

  /**
   * Reads once for everybody who waits. A reading that is under way may have begun before the last write, so it is
   * followed by one more; what is written during that one reaches listeners as a change.
   */
  private async refresh(): Promise<void> {
    for (let readings = 0; readings < 2 && (this.isStale || this.reading); readings += 1) {
      this.reading ??= this.read().finally(() => {
        this.reading = undefined;
      });
      await this.reading;
    }
    if (this.isStale) this.hear(tableOf(quotes));
  }

  private async read(): Promise<void> {
    this.isStale = false;
    try {
      if (this.feed.update(await readQuotes())) this.listeners.announce();
    } catch (error) {
      this.isStale = true;
      throw error;
    }
  }
}

/** One for each process, which has one listening connection to the database. */
export const quoteStream = new QuoteStream();
