import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIMIT, type Load, nextLimit } from "~/server/overload/concurrency-limit.rules";

const CALM: Load = { inFlight: 5, loopDelayMs: 4, queueAgeMs: 0 };

/** The limit after some measurements of the same load. */
const limitAfter = (measurements: number, limit: number, load: Load | ((limit: number) => Load)): number =>
  Array.from({ length: measurements }).reduce<number>(
    (current) => nextLimit(current, typeof load === "function" ? load(current) : load),
    limit,
  );

describe("the limit of work in flight", () => {
  it("stays between its bounds for any measurement", () => {
    const loads = fc.record({
      inFlight: fc.nat(300),
      loopDelayMs: fc.nat(5_000),
      queueAgeMs: fc.nat(10_000),
    });
    fc.assert(
      fc.property(fc.array(loads, { maxLength: 60 }), (seen) => {
        const limit = seen.reduce(nextLimit, LIMIT.most);
        expect(limit).toBeGreaterThanOrEqual(LIMIT.least);
        expect(limit).toBeLessThanOrEqual(LIMIT.most);
      }),
    );
  });

  it.each([
    { loopDelayMs: 31, queueAgeMs: 0 },
    { loopDelayMs: 0, queueAgeMs: 101 },
  ])("is halved while work waits: %o", (waits) => {
    expect(nextLimit(100, { inFlight: 100, ...waits })).toBe(50);
    expect(nextLimit(100, { inFlight: 50, ...waits })).toBe(25);
    // Requests admitted earlier may exceed the new limit.
    expect(nextLimit(100, { inFlight: 180, ...waits })).toBe(50);
  });

  it.each([
    { loopDelayMs: 30, queueAgeMs: 0 },
    { loopDelayMs: 0, queueAgeMs: 100 },
  ])("grows while no work waits: %o", (waits) => {
    expect(nextLimit(100, { inFlight: 100, ...waits })).toBe(110);
  });

  it("falls to its minimum under a waiting crowd, from any height", () => {
    expect(nextLimit(LIMIT.most, { inFlight: 64, loopDelayMs: 31, queueAgeMs: 0 })).toBe(32);
  });

  it("reaches its minimum within half a second of overload", () => {
    expect(limitAfter(5, LIMIT.most, { inFlight: 200, loopDelayMs: 200, queueAgeMs: 0 })).toBe(LIMIT.least);
  });

  it("recovers fully within three seconds after the overload", () => {
    expect(limitAfter(24, LIMIT.least, CALM)).toBe(LIMIT.most);
  });

  it("stays unchanged if the process stalled for a reason other than its requests", () => {
    expect(limitAfter(20, LIMIT.most, { inFlight: 63, loopDelayMs: 400, queueAgeMs: 0 })).toBe(LIMIT.most);
  });
});

/** One core that needs some milliseconds per request and processes them in order of arrival. */
function simulate({ perSecond, costMs, seconds }: { perSecond: number; costMs: number; seconds: number }) {
  const lookMs = 100;
  let limit: number = LIMIT.most;
  let inFlight = 0;
  let work = 0;
  const rounds = Array.from({ length: (seconds * 1000) / lookMs }, () => {
    let done = 0;
    let shed = 0;
    let peak = inFlight;
    for (let ms = 0; ms < lookMs; ms += 1) {
      work += perSecond / 1000;
      for (; work >= 1; work -= 1) {
        if (inFlight < limit) inFlight += 1;
        else shed += 1;
      }
      peak = Math.max(peak, inFlight);
      const finished = Math.min(inFlight, 1 / costMs);
      inFlight -= finished;
      done += finished;
    }
    // About half of the requests in flight are ready at the same time.
    limit = nextLimit(limit, { inFlight: peak, loopDelayMs: (inFlight * costMs) / 2, queueAgeMs: 0 });
    return { done, shed, waitMs: inFlight * costMs };
  });
  return rounds;
}

describe("a core under three times its capacity", () => {
  const rounds = simulate({ perSecond: 750, costMs: 4, seconds: 20 });
  const settled = rounds.slice(20);

  it("uses its full capacity", () => {
    const done = settled.reduce((sum, round) => sum + round.done, 0) / (settled.length / 10);
    expect(done).toBeGreaterThan(0.95 * 250);
  });

  it("delays no admitted request for long", () => {
    expect(Math.max(...settled.map(({ waitMs }) => waitMs))).toBeLessThan(150);
  });

  it("rejects the other requests", () => {
    expect(settled.reduce((sum, { shed }) => sum + shed, 0) / (settled.length / 10)).toBeGreaterThan(450);
  });

  it("rejects nothing at half its capacity", () => {
    const calm = simulate({ perSecond: 125, costMs: 4, seconds: 5 });
    expect(calm.map(({ shed }) => shed)).toEqual(calm.map(() => 0));
  });
});
