import type { Instance } from "tests/support/server-process";
import { type Buyer, returnFromProvider } from "../buyers";
import {
  fromAnotherNetwork,
  jsonPost,
  type Reply,
  replyTiming,
  sleep,
  type Timing,
  timeRequest,
  timeUntil,
} from "../load";
import { PASSWORD, register } from "../people";
import type { Kind, Sighting, Visit, Write } from "./record";

/** Milliseconds between two of a kind. Writes come often enough to show a gap of five seconds in each kind. */
const EVERY = {
  visit: 400,
  publication: 1_500,
  ledger: 2_000,
  registration: 2_000,
  signIn: 5_000,
  purchase: 2_000,
};

/** What visitors read: pages that are cached, and a search, which is not. */
const PAGES = [
  "/",
  "/news",
  "/market",
  "/daily-brief",
  "/stock-picks",
  "/videos",
  "/api/news?limit=20",
  "/search?q=rates{n}",
];

const SEEN_EVERY_MS = 100;
const NOT_SEEN_MS = 10_000;
const BUYER_RETURNS_MS = 1_000;

/** Requests in flight of one kind, so that a slow answer does not pile up thousands. */
const MOST_IN_FLIGHT = 10;

export type Target = {
  instances: readonly Instance[];
  /** HAProxy in front of them, for visitors. Writes go past it: it knows one network address only. */
  front: string;
  /** A staff session's token. */
  token: string;
  buyers: readonly Buyer[];
  /** Begins the names of what this play writes. Letters and digits. */
  prefix: string;
};

/** Readers, members, buyers and staff of one play, until `stop`. */
export class Traffic {
  readonly writes: Write[] = [];
  readonly visits: Visit[] = [];
  readonly requests: Timing[] = [];
  readonly sightings: Sighting[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly target: Target) {
    this.repeat(EVERY.visit, (nth) => this.visit(nth));
    this.repeat(EVERY.publication, (nth) => this.publish(nth));
    this.repeat(EVERY.ledger, (nth) => this.addAlert(nth));
    this.repeat(EVERY.registration, (nth) => this.register(nth));
    this.repeat(EVERY.signIn, (nth) => this.signIn(nth));
    this.repeat(EVERY.purchase, (nth) => this.buy(nth));
  }

  /** Sends nothing new and waits for the answers. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.underWay);
  }

  private repeat(every: number, send: (nth: number) => Promise<void>): void {
    let sent = 0;
    let waiting = 0;
    const timer = setInterval(() => {
      if (waiting >= MOST_IN_FLIGHT) return;
      waiting += 1;
      const sending = send(sent++).finally(() => {
        waiting -= 1;
        this.underWay.delete(sending);
      });
      this.underWay.add(sending);
    }, every);
    this.timers.push(timer);
  }

  private url(nth: number): string {
    return this.target.instances[nth % this.target.instances.length]?.url ?? "";
  }

  private note(reply: Reply, kind: Kind, key: string): boolean {
    this.requests.push(replyTiming(reply));
    const isConfirmed = reply.status === 200 || reply.status === 201;
    if (isConfirmed) this.writes.push({ kind, key, at: performance.now() });
    return isConfirmed;
  }

  private async visit(nth: number): Promise<void> {
    const path = (PAGES[nth % PAGES.length] ?? "/").replace("{n}", String(nth));
    const at = performance.now();
    this.visits.push({ ...replyTiming(await timeRequest(this.target.front + path)), at });
  }

  private async publish(nth: number): Promise<void> {
    const { token, prefix, instances } = this.target;
    const title = `${prefix} article ${nth}.`;
    const article = { title, content: "Text.", category: "Tech", status: "published" };
    const reply = await timeRequest(`${this.url(nth)}/api/news`, jsonPost(article, bearer(token)));
    if (!this.note(reply, "publication", title)) return;
    const at = performance.now();
    const ms = await Promise.all(
      instances.map(async ({ url }) => {
        const shows = async () => (await timeRequest(`${url}/news`)).body.includes(title);
        return (
          (await timeUntil(shows, { within: NOT_SEEN_MS, every: SEEN_EVERY_MS })) ?? Number.POSITIVE_INFINITY
        );
      }),
    );
    this.sightings.push({ at, ms });
  }

  private async addAlert(nth: number): Promise<void> {
    const { token, prefix } = this.target;
    const ticker = `${prefix}N${nth}`;
    const alert = {
      ticker,
      name: "Failover",
      tag: "buy",
      targetPrice: 64,
      currentPrice: 55,
      stopLoss: 51,
      analysis: "Text.",
      status: "published",
    };
    this.note(
      await timeRequest(`${this.url(nth)}/api/trade-alert`, jsonPost(alert, bearer(token))),
      "ledger",
      ticker,
    );
  }

  private async register(nth: number): Promise<void> {
    const { email, reply } = await register(this.url(nth), `${this.target.prefix}person${nth}`.toLowerCase());
    this.note(reply, "registration", email);
  }

  private async signIn(nth: number): Promise<void> {
    const form = { email: "basic@demo.test", password: PASSWORD };
    const reply = await timeRequest(
      `${this.url(nth)}/api/auth/user/login`,
      jsonPost(form, fromAnotherNetwork()),
    );
    this.requests.push(replyTiming(reply));
  }

  /** A buyer comes back until the site confirms the purchase. */
  private async buy(nth: number): Promise<void> {
    const buyer = this.target.buyers[nth];
    if (!buyer) return;
    for (let attempt = nth; !this.stopped; attempt += 1) {
      if (this.note(await returnFromProvider(this.url(attempt), buyer), "purchase", buyer.email)) return;
      await sleep(BUYER_RETURNS_MS);
    }
  }
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
