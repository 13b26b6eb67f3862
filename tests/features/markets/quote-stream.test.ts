import { describe, expect, it } from "vitest";
import { type Joining, Listeners, type Sink } from "~/features/markets/stream/listeners.server";
import { type FeedQuote, QuoteFeed } from "~/features/markets/stream/quote-feed.rules.server";

const quote = (id: string, last: number): FeedQuote => ({ id, text: JSON.stringify({ id, last }) });

/** A client with buffers for `room` writes. */
class Client implements Sink {
  readonly events: string[] = [];
  state = "open";
  room = Number.POSITIVE_INFINITY;
  private drained = () => {};
  private closed = () => {};

  write(chunk: Buffer | string): boolean {
    this.events.push(String(chunk));
    this.room -= 1;
    return this.room > 0;
  }
  end(chunk?: string): void {
    if (chunk) this.events.push(chunk);
    this.leave("ended");
  }
  destroy(): void {
    this.leave("destroyed");
  }
  leave(state: string): void {
    this.state = state;
    this.closed();
  }
  on(_event: "drain", heard: () => void): void {
    this.drained = heard;
  }
  once(_event: "close", heard: () => void): void {
    this.closed = heard;
  }
  drain(): void {
    this.room = Number.POSITIVE_INFINITY;
    this.drained();
  }
  /** The events so far, without those already taken. */
  take(): { id?: string; event?: string; data: unknown }[] {
    return this.events.splice(0).flatMap((text) => {
      const [, id] = /^id: (.*)$/m.exec(text) ?? [];
      const [, event] = /^event: (.*)$/m.exec(text) ?? [];
      const [, data] = /^data: (.*)$/m.exec(text) ?? [];
      return data === undefined ? [] : [{ id, event, data: JSON.parse(data) }];
    });
  }
}

const LIMITS = { process: 3, address: 2, owner: 1, bytes: 100_000, heartbeats: 2, unread: 100_000 };

/** Tokens that are no longer valid; "lost" cannot be looked up. */
const ended = new Set<string>();
const looked: string[] = [];
async function isValid(bearer: string): Promise<boolean> {
  looked.push(bearer);
  if (bearer === "lost") throw new Error("no database");
  return !ended.has(bearer);
}

function stream(limits = LIMITS, { turns = 1, random = (): number => 0.5 } = {}) {
  const feed = new QuoteFeed("e");
  const rounds: (() => void)[] = [];
  const nextRound = (run: () => void) => rounds.push(run);
  const listeners = new Listeners(feed, { limits, turns, random, nextRound, isValid });
  const update = (...quotes: FeedQuote[]) => {
    const isNew = feed.update(quotes);
    if (isNew) listeners.announce();
    while (rounds.length > 0) rounds.shift()?.();
    return isNew;
  };
  const join = (place?: string, address = "10.0.0.1", asked: Partial<Joining> = {}, room?: number) => {
    const client = new Client();
    if (room !== undefined) client.room = room;
    listeners.add(client, { place, address, ...asked });
    return client;
  };
  return { feed, listeners, update, join };
}

const snapshot = (id: string, ...quotes: object[]) => ({ id, event: "snapshot", data: { quotes } });
const change = (id: string, quotes: object[], deleted: string[] = []) => ({
  ...{ id, event: "change", data: { quotes, deleted } },
});

describe("a listener of quotes", () => {
  it("gets all quotes, then what changes, and nothing for a save without a change", () => {
    const { update, join } = stream();
    update(quote("a", 1), quote("b", 2));
    const client = join();
    expect(client.events[0]).toBe("retry: 8000\n\n");
    expect(client.take()).toEqual([snapshot("e-1", { id: "a", last: 1 }, { id: "b", last: 2 })]);
    expect(update(quote("a", 1), quote("b", 2))).toBe(false);
    expect(client.take()).toEqual([]);
    update(quote("b", 3), quote("c", 4));
    expect(client.take()).toEqual([
      change(
        "e-2",
        [
          { id: "b", last: 3 },
          { id: "c", last: 4 },
        ],
        ["a"],
      ),
    ]);
  });

  it("shares each event's bytes with all others", () => {
    const { update, join, feed } = stream();
    update(quote("a", 1));
    const written: unknown[] = [];
    for (const client of [join(), join(undefined, "10.0.0.2")]) {
      client.write = (chunk) => written.push(chunk) > 0;
    }
    update(quote("a", 2));
    expect(written).toHaveLength(2);
    expect(written[0]).toBe(written[1]);
    expect(feed.snapshot()).toBe(feed.snapshot());
  });

  it("gets what it missed after a break, each quote once, or nothing", () => {
    const { update, join } = stream();
    update(quote("a", 1), quote("b", 1));
    update(quote("a", 2), quote("b", 1));
    update(quote("a", 3), quote("b", 1));
    expect(join("e-3").take()).toEqual([]);
    expect(join("e-2", "x").take()).toEqual([change("e-3", [{ id: "a", last: 3 }])]);
    expect(join("e-1", "y").take()).toEqual([change("e-3", [{ id: "a", last: 3 }])]);
  });

  it.each([
    "other-3",
    "e-99",
    "e-",
    "e-1e3",
    "",
    "e--1",
    "e-999999999999999999",
  ])("gets a new snapshot after a break at the unknown place %j", (place) => {
    const { update, join } = stream();
    update(quote("a", 1));
    update(quote("a", 2));
    expect(join(place).take()).toEqual([snapshot("e-2", { id: "a", last: 2 })]);
  });

  it("gets a new snapshot after a break of more changes than are kept", () => {
    const { update, join } = stream();
    for (let last = 1; last <= 300; last += 1) update(quote("a", last));
    expect(join("e-2").take()).toEqual([snapshot("e-300", { id: "a", last: 300 })]);
    expect(join("e-100", "x").take()).toEqual([change("e-300", [{ id: "a", last: 300 }])]);
  });

  it("gets nothing while its buffers are full, then the newest state once", () => {
    const { update, join } = stream();
    update(quote("a", 1), quote("b", 1));
    const client = join();
    client.take();
    client.room = 1;
    update(quote("a", 2), quote("b", 1));
    expect(client.take()).toHaveLength(1);
    for (let last = 3; last < 50; last += 1) update(quote("a", last), quote("b", 1));
    update(quote("a", 50), quote("b", 9));
    expect(client.events).toEqual([]);
    client.drain();
    expect(client.take()).toEqual([
      change("e-50", [
        { id: "a", last: 50 },
        { id: "b", last: 9 },
      ]),
    ]);
  });

  it("is closed if it does not read for two heartbeats, and gets a comment if it reads", () => {
    const { update, join, listeners } = stream();
    update(quote("a", 1));
    const [slow, fast] = [join(), join()];
    slow.room = 1;
    update(quote("a", 2));
    fast.events.length = 0;
    listeners.heartbeat();
    listeners.heartbeat();
    expect([slow.state, fast.events]).toEqual(["open", [":\n\n", ":\n\n"]]);
    listeners.heartbeat();
    expect([slow.state, fast.state, listeners.size]).toEqual(["destroyed", "open", 1]);
  });

  it("stays if it drains in time, however often", () => {
    const { update, join, listeners } = stream();
    update(quote("a", 1));
    const client = join();
    for (let last = 2; last < 9; last += 1) {
      client.room = 1;
      update(quote("a", last));
      listeners.heartbeat();
      listeners.heartbeat();
      client.drain();
    }
    expect(client.state).toBe("open");
  });

  it("has to come back after some bytes, which shows that it reads them", () => {
    const { update, join } = stream({ ...LIMITS, bytes: 300 });
    update(quote("a", 1), { id: "long", text: JSON.stringify("x".repeat(1000)) });
    const client = join();
    expect(client.state).toBe("open");
    const long = { id: "long", text: JSON.stringify("x".repeat(1000)) };
    for (let last = 2; client.state === "open"; last += 1) update(quote("a", last), long);
    const [lastEvent] = client.take().slice(-1);
    expect(client.state).toBe("ended");
    expect(join(lastEvent?.id).take()).toEqual([]);
  });

  it("finds no place beyond the limits, until another one leaves", () => {
    const { listeners, join } = stream();
    const [first] = [join(), join()];
    const refusal = (address: string) => listeners.refusal({ address });
    expect([refusal("10.0.0.1"), refusal("10.0.0.2")]).toEqual([429, undefined]);
    first?.leave("left");
    expect(refusal("10.0.0.1")).toBeUndefined();
    join();
    join(undefined, "10.0.0.2");
    expect(refusal("10.0.0.3")).toBe(503);
  });

  it("counts for its key or session alone if it has a token, from any address", () => {
    const { listeners, join } = stream({ ...LIMITS, process: 9 });
    join();
    const program = join(undefined, "10.0.0.1", { owner: "key", bearer: "key" });
    const refusals = () => [
      listeners.refusal({ address: "10.0.0.2", owner: "key" }),
      listeners.refusal({ address: "10.0.0.1", owner: "session" }),
      listeners.refusal({ address: "10.0.0.1" }),
    ];
    expect(refusals()).toEqual([429, undefined, undefined]);
    join();
    expect(refusals()).toEqual([429, undefined, 429]);
    program.leave("left");
    expect(refusals()).toEqual([undefined, undefined, 429]);
  });

  it("gets its heartbeats in a turn of its own, so that not all are written at once", () => {
    // Each one's turn, and its time to come back.
    const places = [0.05, 0, 0.5, 0, 0.55, 0];
    const wide = { ...LIMITS, address: 9 };
    const { join, listeners } = stream(wide, { turns: 10, random: () => places.shift() ?? 0 });
    const clients = [join(), join(), join()].map((client) => {
      client.events.length = 0;
      return client;
    });
    const beats = Array.from({ length: 20 }, () => {
      listeners.heartbeat();
      return clients.map(({ events }) => events.length).join("");
    });
    const five = (counts: string) => Array.from({ length: 5 }, () => counts);
    expect(beats).toEqual(["100", "111", "211", "222"].flatMap(five));
  });

  it("ends with the next heartbeat after its token, which is looked up once for all who have it", async () => {
    const { join, listeners } = stream({ ...LIMITS, process: 9, address: 9 });
    const bearers = ["key", "key", "session", "lost", undefined];
    const clients = bearers.map((bearer) => join(undefined, "10.0.0.1", { bearer }));
    const beat = async () => {
      looked.length = 0;
      listeners.heartbeat();
      await new Promise(setImmediate);
      return clients.map(({ state }) => state);
    };
    expect(await beat()).toEqual(clients.map(() => "open"));
    expect(looked).toEqual(["key", "session", "lost"]);
    ended.add("key");
    expect(await beat()).toEqual(["ended", "ended", "open", "open", "open"]);
    expect([clients[0]?.events.at(-1), listeners.size]).toEqual(["retry: 8000\n\n", 3]);
    ended.clear();
  });

  it("gets a time to come back when the server stops", () => {
    const { update, join, listeners } = stream();
    update(quote("a", 1));
    const [client, slow] = [join(), join()];
    slow.room = 1;
    update(quote("a", 2));
    listeners.close();
    expect(client.events.at(-1)).toBe("retry: 8000\n\n");
    expect([client.state, slow.state, listeners.size]).toEqual(["ended", "destroyed", 0]);
  });
});

describe("a listener of some quotes", () => {
  it("gets only those, now, as they change and after a break", () => {
    const { update, join } = stream({ ...LIMITS, address: 9, process: 9 });
    update(quote("a", 1), quote("b", 1), quote("c", 1));
    const ids = ["a", "c"];
    const client = join(undefined, "x", { ids });
    expect(client.take()).toEqual([snapshot("e-1", { id: "a", last: 1 }, { id: "c", last: 1 })]);
    update(quote("a", 1), quote("b", 2), quote("c", 1));
    expect(client.take()).toEqual([]);
    update(quote("a", 2), quote("b", 3));
    expect(client.take()).toEqual([change("e-3", [{ id: "a", last: 2 }], ["c"])]);
    expect(join("e-1", "x", { ids }).take()).toEqual([change("e-3", [{ id: "a", last: 2 }], ["c"])]);
    expect(join("e-1", "x", { ids: ["z"] }).take()).toEqual([]);
    expect(join("lost", "x", { ids: ["z"] }).take()).toEqual([snapshot("e-3")]);
  });

  it("shares events with all who want the same", () => {
    const { update, listeners } = stream({ ...LIMITS, address: 9, process: 9 });
    update(quote("a", 1), quote("b", 1));
    const written: unknown[] = [];
    const join = (...ids: string[]) => {
      const client = new Client();
      client.write = (chunk) => typeof chunk === "string" || written.push(chunk) > 0;
      listeners.add(client, { address: "x", ids });
      return client;
    };
    const first = join("a", "b");
    join("a", "b");
    join("a");
    expect([written[0] === written[1], written[1] === written[2]]).toEqual([true, false]);
    first.leave("left");
    update(quote("a", 2), quote("b", 1));
    expect(written).toHaveLength(5);
    join("a", "b");
    update(quote("a", 3), quote("b", 1));
    expect(written.slice(6)).toHaveLength(3);
    expect(written[6]).toBe(written[8]);
  });
});

describe("the memory of a stream", () => {
  it("keeps some shared events, not those of everybody who came by", () => {
    const feed = new QuoteFeed("e");
    feed.update([quote("a", 1)]);
    const chosen = new Set(["a"]);
    const first = feed.snapshot(chosen);
    expect(feed.snapshot(chosen)).toBe(first);
    for (let other = 0; other < 40_000; other += 1) feed.snapshot(new Set([String(other)]));
    expect(feed.snapshot(chosen)).not.toBe(first);
    expect(feed.snapshot(chosen)).toEqual(first);
  });

  it("holds so many different events for listeners with full buffers, and cuts the one that needs another", () => {
    const { update, join, listeners } = stream({ ...LIMITS, unread: 200, process: 9, address: 9 });
    const long = (last: number) => ({ id: "a", text: JSON.stringify(`${last}`.padStart(60)) });
    update(long(1));
    // Their first write is the time to come back, their second one the quotes.
    const [first, same] = [join(undefined, "x", {}, 2), join(undefined, "x", {}, 2)];
    update(long(2));
    const second = join(undefined, "x", {}, 2);
    expect([first.state, same.state, second.state]).toEqual(["open", "open", "destroyed"]);
    first.drain();
    same.drain();
    expect(join(undefined, "x", {}, 2).state).toBe("open");
    expect(listeners.size).toBe(3);
  });
});
