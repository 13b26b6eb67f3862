import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { doClaimedWork } from "~/platform/jobs/claimed-work.server";

const NEVER = 600_000;
const options = { atOnce: 5, goesOn: () => true, lookAgainMs: NEVER, whileBusy: async () => {} };

/** Work of which each piece frees the next one when it has ended. */
function inARow(pieces: number) {
  let [freed, claimed] = [1, 0];
  const done: number[] = [];
  return {
    done,
    claim: async () => {
      const isFree = claimed < Math.min(freed, pieces);
      if (isFree) claimed += 1;
      const piece = isFree ? claimed : undefined;
      // The answer of a claim takes longer than the work under way.
      for (let nth = 0; nth < 3; nth += 1) await turn();
      return piece;
    },
    work: async (piece: number) => {
      await turn();
      done.push(piece);
      freed += 1;
    },
  };
}

describe("claimed work", () => {
  it("goes on when a piece has ended while the next one was claimed", async () => {
    const { done, ...row } = inARow(4);
    await doClaimedWork({ ...options, ...row });
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it("has as many pieces under way as it may, and ends when nothing is left", async () => {
    const left = [1, 2, 3, 4, 5, 6, 7];
    let [busy, most] = [0, 0];
    await doClaimedWork({
      ...options,
      atOnce: 3,
      claim: async () => left.shift(),
      work: async () => {
        busy += 1;
        most = Math.max(most, busy);
        await turn();
        busy -= 1;
      },
    });
    expect({ left, busy, most }).toEqual({ left: [], busy: 0, most: 3 });
  });

  it("claims no more once it may not, and waits for what began", async () => {
    const done: number[] = [];
    await doClaimedWork({
      ...options,
      goesOn: vi.fn().mockReturnValueOnce(true).mockReturnValueOnce(true).mockReturnValue(false),
      claim: async () => 1,
      work: async (piece) => {
        await turn();
        done.push(piece);
      },
    });
    expect(done).toEqual([1, 1]);
  });

  it("looks for what became due while a piece takes long", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const whileBusy = vi.fn(async () => release());
    const left = [1];
    await doClaimedWork({
      ...options,
      lookAgainMs: 1,
      whileBusy,
      claim: async () => left.shift(),
      work: () => released,
    });
    expect(whileBusy).toHaveBeenCalled();
  });

  it("waits for the other pieces when one fails, and says why", async () => {
    const left = ["fails", "ends"];
    const done: string[] = [];
    const failing = doClaimedWork({
      ...options,
      claim: async () => left.shift(),
      work: async (piece) => {
        await turn();
        if (piece === "fails") throw new Error("The database is away.");
        await turn();
        done.push(piece);
      },
    });
    await expect(failing).rejects.toThrow("The database is away.");
    expect(done).toEqual(["ends"]);
  });
});
