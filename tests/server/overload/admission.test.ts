import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Admission } from "~/server/overload/admission";
import { LIMIT } from "~/server/overload/concurrency-limit.rules";

let load = { loopDelayMs: 0, queueAgeMs: 0 };
let meters = { started: 0, stopped: 0 };

const startMeter = () => {
  meters.started += 1;
  return {
    read: () => load,
    stop: () => {
      meters.stopped += 1;
    },
  };
};

const CONGESTED = { loopDelayMs: 500, queueAgeMs: 0 };
const measure = (count: number) => vi.advanceTimersByTime(count * 100);

beforeEach(() => {
  vi.useFakeTimers();
  load = { loopDelayMs: 0, queueAgeMs: 0 };
  meters = { started: 0, stopped: 0 };
});
afterEach(() => vi.useRealTimers());

/** Enters until every place is taken. @returns the functions that leave again */
function fill(admission: Admission, kind: "page" | "paying" = "page"): (() => void)[] {
  const leaves: (() => void)[] = [];
  for (let leave = admission.enter(kind); leave; leave = admission.enter(kind)) leaves.push(leave);
  return leaves;
}

describe("admission", () => {
  it("admits as many as the limit, and the next when one leaves", () => {
    const admission = new Admission({ startMeter });
    const [first, ...others] = fill(admission);
    expect(others).toHaveLength(LIMIT.most - 1);
    expect(admission.inFlight).toBe(LIMIT.most);
    first?.();
    expect(admission.enter("page")).toBeDefined();
    expect(admission.enter("page")).toBeUndefined();
  });

  it("reserves places for paying members, who use the others first", () => {
    const admission = new Admission({ startMeter });
    expect(fill(admission, "paying")).toHaveLength(LIMIT.most + 32);
    const crowded = new Admission({ startMeter });
    fill(crowded);
    const paying = fill(crowded, "paying");
    expect(paying).toHaveLength(32);
    paying[0]?.();
    expect(crowded.enter("page")).toBeUndefined();
    expect(crowded.enter("paying")).toBeDefined();
  });

  it("keeps the reserved places even while more is in flight than the limit", () => {
    const admission = new Admission({ startMeter });
    fill(admission);
    load = CONGESTED;
    measure(10);
    expect([admission.limit, admission.inFlight]).toEqual([LIMIT.least, LIMIT.most]);
    expect(fill(admission, "paying")).toHaveLength(32);
  });

  it("lowers the limit from the most in flight since the last measurement", () => {
    const admission = new Admission({ startMeter });
    for (const leave of fill(admission)) leave();
    load = CONGESTED;
    measure(1);
    expect(admission.limit).toBe(LIMIT.most / 2);
    measure(1);
    expect(admission.limit).toBe(LIMIT.most / 2);
  });

  it("recovers soon after, and stops measuring when idle", () => {
    const admission = new Admission({ startMeter });
    const inside = fill(admission);
    load = CONGESTED;
    measure(10);
    for (const leave of inside) leave();
    load = { loopDelayMs: 0, queueAgeMs: 0 };
    measure(99);
    expect(admission.limit).toBe(LIMIT.most);
    expect(meters).toEqual({ started: 1, stopped: 1 });
    expect(vi.getTimerCount()).toBe(0);
    admission.enter("page");
    expect(meters.started).toBe(2);
  });
});
