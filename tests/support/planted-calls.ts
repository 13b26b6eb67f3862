import { createHash } from "node:crypto";
import { type Canary, WORD_MARK } from "./canaries";
import { SET_CLOCK, UNSET_CLOCK } from "./database-clock";
import { app, database } from "./running-app";
import { daysAgo, settleCalls } from "./settled-calls";

/** What happens to a call, by days ago; 0 is now. */
type Life = {
  kind?: "alert" | "pick" | "brief";
  audience?: "private";
  published: number;
  touched?: number;
  withdrawn?: number;
  changed?: number;
  closed?: true;
  corrected?: true;
  reopened?: true;
  /** The result may be public; the reasons never. */
  isPublic?: true;
};

/**
 * A call in every state. A call that ended thirty days ago is public, unless its record changed before that.
 */
const LIVES: Record<string, Life> = {
  open: { published: 0 },
  changed: { published: 0, changed: 0 },
  settled: { published: 20, touched: 12 },
  "settled, public": { published: 60, touched: 50, isPublic: true },
  withdrawn: { published: 20, withdrawn: 10 },
  "withdrawn, public": { published: 60, withdrawn: 50, isPublic: true },
  "closed by hand": { published: 20, closed: true },
  corrected: { published: 20, touched: 12, corrected: true },
  "called anew": { published: 60, touched: 50, changed: 45 },
  "taken back": { published: 0, withdrawn: 0 },
  "private, open": { published: 0, audience: "private" },
  "private, changed": { published: 20, audience: "private", changed: 0 },
  "private, settled": { published: 20, touched: 12, audience: "private" },
  "private, withdrawn": { published: 20, withdrawn: 10, audience: "private" },
  "private, called anew": { published: 60, touched: 50, audience: "private", changed: 45 },
  "pick, open": { published: 0, kind: "pick" },
  "pick, settled": { published: 20, touched: 12, kind: "pick" },
  "pick, withdrawn": { published: 20, withdrawn: 10, kind: "pick" },
  "pick, private": { published: 20, kind: "pick", audience: "private" },
  "view, open": { published: 20, kind: "brief" },
  "view, withdrawn": { published: 60, withdrawn: 50, kind: "brief" },
  reopened: { published: 20, closed: true, reopened: true },
};

export type PlantedCall = Life & {
  state: string;
  symbol: string;
  authorSlug: string;
  recordId: string;
  callIds: string[];
  /** Texts for readers of the call's record only. */
  hidden: Canary[];
};

const PATHS = { alert: "trade-alert", pick: "stock-picks", brief: "daily-brief" } as const;

/** Prices around an entry, each unique. */
const pricesOf = (nth: number) => {
  const entry = 5_000 + nth * 131;
  const price = (above: number) => (entry + above).toFixed(2);
  return {
    ...{ entry: price(0.37), target: price(611.17), stop: price(-433.29), changedTo: price(702.53) },
    ...{ high: price(655.61), closed: price(77.91), corrected: price(88.83) },
  };
};

/**
 * Publishes all of them by the API at times of the database's clock, lets prices reach their terms, and
 * changes, deletes, closes and corrects them as staff do. The site needs `withOwnClock`; afterwards the clock
 * is real again.
 */
export async function plantCalls(): Promise<PlantedCall[]> {
  const cookies = await app.cookiesOf("admin");
  const calls = Object.entries(LIVES).map(([state, life], nth) => new Planting(nth, state, life, cookies));
  const moments = [60, 50, 45, 20, 12, 10, 8];
  for (const days of moments) {
    await database.rows(SET_CLOCK, [`${daysAgo(days)}T12:00:00Z`]);
    for (const call of calls) await call.live(days);
    await settleCalls();
  }
  await database.rows(UNSET_CLOCK);
  for (const call of calls) await call.live(0);
  return Promise.all(calls.map((call) => call.planted()));
}

class Planting {
  private readonly prices;
  private readonly symbol;
  private recordId = "";

  constructor(
    private readonly nth: number,
    private readonly state: string,
    private readonly life: Life,
    private readonly cookies: string,
  ) {
    this.prices = pricesOf(nth);
    this.symbol = `CNRY${nth}Q`;
  }

  /** The events of the given number of days ago. */
  async live(days: number): Promise<void> {
    const { published, touched, withdrawn, changed } = this.life;
    if (published === days) await this.publish(days);
    if (touched === days) await this.savePrice(days + 1, this.prices.entry, this.prices.high);
    if (withdrawn === days) await this.send("DELETE", `/${this.recordId}`);
    if (changed === days)
      await this.send("PUT", `/${this.recordId}`, { targetPrice: Number(this.prices.changedTo) });
    if (days === 0) await this.finish();
  }

  /** What staff do to it today. */
  private async finish(): Promise<void> {
    const { closed, corrected, reopened } = this.life;
    if (!closed && !corrected) return;
    const on = daysAgo(5);
    const price = closed ? this.prices.closed : this.prices.corrected;
    await this.savePrice(5, price);
    const note = this.word("note");
    const form: Record<string, string> = closed
      ? { on, price, reason: "by hand", note, confirmed: "on" }
      : { newDay: on, newPrice: price, newReason: "by hand", why: note };
    const [call] = await this.calls();
    const path = `/admin/calls/${call?.id}`;
    for (const body of reopened ? [form, { reopenWhy: note }] : [form]) {
      const answer = await app.request(path, { method: "POST", cookies: this.cookies, body });
      if (answer.status !== 303) throw new Error(`${this.state}: ${answer.status}`);
    }
  }

  private async publish(days: number): Promise<void> {
    const { kind = "alert", audience = "members" } = this.life;
    const { entry, target, stop, changedTo } = this.prices;
    const [name, author, analysis, disclosure] = ["name", "author", "analysis", "disclosure"].map((what) =>
      this.word(what),
    );
    await database.rows("insert into instruments (symbol, name) values (?, ?)", [this.symbol, name]);
    if (days > 0) await this.savePrice(days + 1, entry);
    const fields = { ticker: this.symbol, audience, author, disclosure };
    const priced = { ...fields, name, ...(days === 0 && { currentPrice: Number(entry) }) };
    const bodies = {
      alert: {
        ...{ ...priced, tag: "buy", targetPrice: Number(target), stopLoss: Number(stop), analysis },
        holdingPeriod: "1 year",
      },
      pick: { ...priced, category: "Tenet", currentYTP: Number(target) },
      brief: {
        ...{ ...fields, companyName: "A company", analysis, headline: "Public", teaser: "Public" },
        buyZone: { min: Number(stop), max: Number(changedTo) },
      },
    };
    const made = await this.send("POST", "", bodies[kind]);
    this.recordId = ((await made.json()) as { id: string }).id;
  }

  private async send(method: string, path: string, json?: object): Promise<Response> {
    const address = `/api/${PATHS[this.life.kind ?? "alert"]}${path}`;
    const answer = await app.request(address, { method, cookies: this.cookies, json });
    if (!answer.ok) throw new Error(`${this.state}: ${method} ${answer.status} ${await answer.text()}`);
    return answer;
  }

  private savePrice = (days: number, close: string, high?: string) =>
    database.rows(
      `insert into daily_prices (instrument_id, day, close, high, source)
       select id, ?, ?, ?, 'test' from instruments where symbol = ?`,
      [daysAgo(days), close, high ?? null, this.symbol],
    );

  private word = (what: string) => `Cnry${this.nth}${what}x`;

  private calls = () =>
    database.rows<{ id: string }>("select id from calls where record_id = ? order by number", [
      this.recordId,
    ]);

  async planted(): Promise<PlantedCall> {
    const callIds = (await this.calls()).map(({ id }) => id);
    return {
      ...{ ...this.life, state: this.state, symbol: this.symbol, recordId: this.recordId, callIds },
      ...{ authorSlug: `cnry${this.nth}authorx`, hidden: await this.hidden(callIds) },
    };
  }

  /**
   * A public call's texts stay in its record. A pick's price and target are open to all; so are a view's
   * company and its price.
   */
  private async hidden(callIds: readonly string[]): Promise<Canary[]> {
    const { kind = "alert", isPublic } = this.life;
    const words = ["analysis", "disclosure", ...(isPublic ? [] : ["note"])];
    const names = kind === "brief" || isPublic ? [] : ["name", "author", `${this.symbol}`];
    const texts = [
      ...words.map(this.word),
      ...names.map((name) => (name === this.symbol ? name : this.word(name))),
    ];
    const { stop, changedTo } = this.prices;
    const levels = kind === "brief" ? [stop, changedTo] : Object.values(this.prices);
    const figures = isPublic || kind === "pick" ? [] : levels;
    const kept = isPublic ? [] : await keptTexts(callIds);
    return [
      ...(kind === "brief" ? [this.word("analysis")] : texts).map((text) =>
        this.canary(text, new RegExp(text, "i"), WORD_MARK),
      ),
      ...figures.map((text) => this.canary(text, figurePattern(text), text.slice(text.indexOf(".")))),
      ...kept.map((text) => this.canary(text, new RegExp(text))),
    ];
  }

  private canary = (text: string, pattern: RegExp, mark?: string): Canary => ({
    name: `${this.state}: ${text}`,
    ...{ text, pattern, mark },
  });
}

/** In any notation. */
const figurePattern = (text: string) =>
  new RegExp(`(?<!\\d)${text.replace(/^(\d)/, "$1[,\\u202f]?").replace(".", "\\.")}`);

/** What the ledger hides of calls: their ids, and the salts of their events. */
async function keptTexts(callIds: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ salt: string }>(
    "select salt from call_events where call_id::text = any(string_to_array(?, ','))",
    [callIds.join()],
  );
  return [...callIds, ...rows.map(({ salt }) => salt)];
}

/** Code as a stranger would write it from the public documentation of the log. */
export const sha256 = (object: object) => createHash("sha256").update(sorted(object)).digest("hex");
const sorted = (object: object) =>
  JSON.stringify(object, (_name, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
