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
const looks = (count: number) => vi.advanceTimersByTime(count * 100);

beforeEach(() => {
  vi.useFakeTimers();
  load = { loopDelayMs: 0, queueAgeMs: 0 };
  meters = { started: 0, stopped: 0 };
});
afterEach(() => vi.useRealTimers());

/** Enters until there is no place. @returns what leaves each again */
function fill(admission: Admission, kind: "page" | "paying" = "page"): (() => void)[] {
  const left: (() => void)[] = [];
  for (let leave = admission.enter(kind); leave; leave = admission.enter(kind)) left.push(leave);
  return left;
}

describe("admission", () => {
  it("lets in as many as the limit says, and the next when one has left", () => {
    const admission = new Admission({ startMeter });
    const [first, ...others] = fill(admission);
    expect(others).toHaveLength(LIMIT.most - 1);
    expect(admission.inFlight).toBe(LIMIT.most);
    first?.();
    expect(admission.enter("page")).toBeDefined();
    expect(admission.enter("page")).toBeUndefined();
  });

  it("keeps places for those who are paying, who take the others first", () => {
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

  it("keeps them also while more is in flight than the limit allows by now", () => {
    const admission = new Admission({ startMeter });
    fill(admission);
    load = CONGESTED;
    looks(10);
    expect([admission.limit, admission.inFlight]).toEqual([LIMIT.least, LIMIT.most]);
    expect(fill(admission, "paying")).toHaveLength(32);
  });

  it("lowers the limit by the most that was in flight since the last look", () => {
    const admission = new Admission({ startMeter });
    for (const leave of fill(admission)) leave();
    load = CONGESTED;
    looks(1);
    expect(admission.limit).toBe(LIMIT.most / 2);
    looks(1);
    expect(admission.limit).toBe(LIMIT.most / 2);
  });

  it("is as it was soon after, and looks no more when nobody is there", () => {
    const admission = new Admission({ startMeter });
    const inside = fill(admission);
    load = CONGESTED;
    looks(10);
    for (const leave of inside) leave();
    load = { loopDelayMs: 0, queueAgeMs: 0 };
    looks(99);
    expect(admission.limit).toBe(LIMIT.most);
    expect(meters).toEqual({ started: 1, stopped: 1 });
    expect(vi.getTimerCount()).toBe(0);
    admission.enter("page");
    expect(meters.started).toBe(2);
  });
});
