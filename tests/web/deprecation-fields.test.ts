import { beforeAll, describe, expect, it } from "vitest";
import { readConfig, setConfig } from "~/platform/config.server";
import { apiReply } from "~/web/api-replies.server";
import type { Deprecation, DescribedOperation } from "~/web/described-operation";
import type { RequestArgs } from "~/web/request-args.server";

beforeAll(() => {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://127.0.0.1/unused" });
  if ("config" in read) setConfig(read.config);
});

const OLD: Deprecation = { since: "2026-12-01", ends: "2027-06-30", instead: "`GET /api/news`" };
const SOONER: Deprecation = { ...OLD, parameter: "page", since: "2026-12-02", ends: "2027-05-31" };

/** Asks a made-up operation. */
async function ask(
  deprecations: readonly Deprecation[],
  search = "",
  handle = async () => new Response("{}"),
) {
  const operation: DescribedOperation = {
    ...{
      name: "listOldThings",
      params: ["page", "limit"],
      conditional: false,
      repeats: "kept",
      deprecations,
    },
  };
  const args = {
    request: new Request(`http://localhost:3000/api/old-things${search}`),
    context: { describedOperation: () => operation, requestId: "1" },
  } as unknown as RequestArgs;
  const { headers, status } = await apiReply(args, handle);
  return { status, of: ["Deprecation", "Sunset", "Link"].map((name) => headers.get(name)) };
}

const TOLD = [
  "@1796083200",
  "Wed, 30 Jun 2027 00:00:00 GMT",
  '<http://localhost:3000/api/docs#listOldThings>; rel="deprecation"; type="text/html"',
];

describe("an answer of an operation that ends", () => {
  it("has header fields with its start, its end and a link to its replacement", async () => {
    expect(new Date("2026-12-01T00:00:00Z").getTime() / 1000).toBe(1_796_083_200);
    expect((await ask([OLD])).of).toEqual(TOLD);
    expect((await ask([])).of).toEqual([null, null, null]);
  });

  it("has them for a parameter only if it was sent; of two, the first to end counts", async () => {
    expect((await ask([SOONER], "?limit=1")).of).toEqual([null, null, null]);
    expect((await ask([OLD, SOONER], "?page=1")).of.slice(0, 2)).toEqual([
      "@1796169600",
      "Mon, 31 May 2027 00:00:00 GMT",
    ]);
  });

  it("keeps its other links, and a refusal has the fields too", async () => {
    const page = async () =>
      new Response("[]", { headers: { Link: '</api/old-things?after=x>; rel="next"' } });
    expect((await ask([OLD], "", page)).of[2]).toBe(`</api/old-things?after=x>; rel="next", ${TOLD[2]}`);
    const refused = await ask([OLD], "?lmit=1");
    expect([refused.status, refused.of]).toEqual([422, TOLD]);
  });
});
