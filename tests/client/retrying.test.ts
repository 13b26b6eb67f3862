import { describe, expect, it } from "vitest";
import { retrying } from "../../client/src/retrying";

type Outcome = Response | Error;

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

/** What a program sees of a request with these outcomes in turn. @property waits milliseconds asked for */
async function play(outcomes: Outcome[], init: RequestInit = {}) {
  const waits: number[] = [];
  let sent = 0;
  const send = retrying({
    retries: 3,
    wait: async (milliseconds) => void waits.push(milliseconds),
    fetch: async () => {
      const outcome = outcomes[sent];
      sent += 1;
      if (outcome instanceof Response) return outcome;
      throw outcome ?? new Error("sent too often");
    },
  });
  const request = new Request("https://openbell.test/api/news", init);
  const seen = await send(request).then(({ status }) => status, String);
  return { seen, sent, waits };
}

describe("a request of the client", () => {
  it("waits as long as Retry-After says", async () => {
    const played = await play([
      answer(429, { "Retry-After": "7" }),
      answer(503, { "Retry-After": "2" }),
      answer(200),
    ]);
    expect(played).toEqual({ seen: 200, sent: 3, waits: [7_000, 2_000] });
  });

  it("is repeated with growing waits if no answer comes", async () => {
    const { seen, sent, waits } = await play([new Error("reset"), new Error("reset"), answer(200)]);
    expect([seen, sent]).toEqual([200, 3]);
    const [first = 0, second = 0] = waits;
    expect(first).toBeGreaterThanOrEqual(250);
    expect(first).toBeLessThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(500);
  });

  it("gives the last refusal after the last try", async () => {
    const busy = () => answer(503);
    expect(await play([busy(), busy(), busy(), busy()])).toMatchObject({ seen: 503, sent: 4 });
    const reset = () => new Error("reset");
    expect(await play([reset(), reset(), reset(), reset()])).toMatchObject({ seen: "Error: reset", sent: 4 });
  });

  it("is not repeated if the API has decided", async () => {
    for (const status of [200, 401, 404, 409, 422, 500])
      expect(await play([answer(status)])).toEqual({ seen: status, sent: 1, waits: [] });
  });

  it("is not repeated for a client that has left, or if a second try finds another state", async () => {
    const aborted = { signal: AbortSignal.abort() };
    for (const init of [aborted, { method: "DELETE" }, { method: "PUT", headers: { "If-Match": '"one"' } }])
      expect(await play([new Error("reset")], init)).toMatchObject({ seen: "Error: reset", sent: 1 });
    expect(await play([answer(503), answer(200)], { method: "DELETE" })).toMatchObject({
      seen: 200,
      sent: 2,
    });
  });

  it("is given back if the wait is longer than a minute", async () => {
    expect(await play([answer(429, { "Retry-After": "3600" })])).toEqual({ seen: 429, sent: 1, waits: [] });
  });

  it("is repeated as a POST only with an idempotency key, also while the first is under way", async () => {
    expect(await play([answer(503), answer(201)], { method: "POST" })).toMatchObject({ seen: 503, sent: 1 });
    const keyed = { method: "POST", headers: { "Idempotency-Key": "one" } };
    expect(await play([answer(409, { "Retry-After": "1" }), answer(201)], keyed)).toEqual({
      seen: 201,
      sent: 2,
      waits: [1_000],
    });
  });
});
