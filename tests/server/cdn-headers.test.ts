import type { IncomingMessage, ServerResponse } from "node:http";
import { ANY_TABLE } from "db/tables-read.server";
import { expect, it } from "vitest";
import { CachedPage } from "~/platform/page-cache/cached-page.server";
import { cdnHeaders } from "~/server/cdn-headers";
import type { RequestContext } from "~/web/request-args.server";

const REQUEST = { headers: {} } as IncomingMessage;
const RESPONSE = { hasHeader: () => false } as unknown as ServerResponse;
const CONTEXT = { nonce: "secret", requestId: "1" } as RequestContext;

function headersOf(page: CachedPage): Record<string, string> {
  const lines =
    cdnHeaders({ cdnSeconds: 10 }, ({ nonce }) => ["Nonce", nonce])?.(REQUEST, RESPONSE)?.(page, CONTEXT) ??
    [];
  return Object.fromEntries(
    lines.flatMap((name, index) => (index % 2 === 0 ? [[name, lines[index + 1] ?? ""]] : [])),
  );
}

it("CDN headers are absent without a CDN", () => {
  expect(cdnHeaders({ cdnSeconds: 0 }, () => [])).toBeUndefined();
});

it("CDN headers are absent from a response that sets a cookie", () => {
  const setting = { hasHeader: (name: string) => name === "Set-Cookie" } as unknown as ServerResponse;
  expect(cdnHeaders({ cdnSeconds: 10 }, () => [])?.(REQUEST, setting)).toBeUndefined();
});

it("surrogate keys name each table in one word", () => {
  const page = new CachedPage({}, [], undefined, 0, ["news", ANY_TABLE]);
  expect(headersOf(page)).toMatchObject({ "Surrogate-Key": "news any_table", Nonce: "" });
});

it("CDN headers keep a page's own Cache-Control", () => {
  const page = new CachedPage({ "cache-control": "no-store" }, [], undefined, 0);
  expect(headersOf(page)).toEqual({ Nonce: "", "Cache-Control": "no-store", "Surrogate-Key": "" });
});
