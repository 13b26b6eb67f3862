import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { insertPageContent } from "tests/support/page-content";
import { rawRequest } from "tests/support/raw-request";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The Accept-Encoding and the expected Content-Encoding. `fetch` would send and decode encodings itself. */
const ASKED: [accepts: string | undefined, comes: string | undefined][] = [
  ["br", "br"],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.2, gzip;q=0.8", "gzip"],
  ["gzip;q=0, br", "br"],
  ["br;q=0, gzip;q=0", undefined],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["identity;q=1, br;q=0.5", undefined],
  ["x-br, brotli", undefined],
  [undefined, undefined],
];

let app: TestApp;
let premium: string;
let sheet: string;

beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 20);
  premium = await app.cookiesOf("premium");
  const home = await (await app.request("/")).text();
  sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(home)?.[1] ?? "";
});
afterAll(() => app?.stop());

/** The response's encoding, and the expected marks of the text from start to end. */
async function answer(path: string, accepts: string | undefined, cookies: string, marks: string[]) {
  const headers: Record<string, string> = { Host: "localhost:3000" };
  if (accepts !== undefined) headers["Accept-Encoding"] = accepts;
  if (cookies) headers.Cookie = cookies;
  const { status, headers: received, bytes } = await rawRequest(app.url, { path, headers });
  const coding = received["content-encoding"];
  const text = plain(bytes, coding);
  const missing = marks.filter((mark) => !text.includes(mark));
  return { status, coding, missing, varies: /\bAccept-Encoding\b/i.test(received.vary ?? "") };
}

function plain(bytes: Buffer, coding: string | undefined): string {
  if (coding === undefined) return bytes.toString();
  return (coding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

const visitor = () => "";
const member = () => premium;

describe.each([
  ["a visitor's page, kept", "/news", visitor, ['<html lang="en">', "Get Started", "</html>"]],
  ["a member's page, filled from a kept one", "/news", member, ["premium@demo.test", "</html>"]],
  ["a page of one's own, kept for nobody", "/dashboard", member, ["premium@demo.test", "</html>"]],
  ["an answer of the API, kept", "/api/news", visitor, ['[{"_id":"', '"version":1}]']],
  ["an answer of the API for one caller", "/api/news", member, ['[{"_id":"', '"version":1}]']],
  ["a style sheet", "", visitor, ["@layer", "font-family"]],
])("%s", (_, path, cookies, marks) => {
  it.each(ASKED)(
    "requested with Accept-Encoding %j is encoded as %s",
    spec("beyond pages answers files come"),
    async (accepts, coding) => {
      // More requests than cached variants, so that the last ones come from memory.
      for (let time = 0; time < 6; time += 1) {
        const came = await answer(path || sheet, accepts, cookies(), marks);
        expect(came).toEqual({ status: 200, coding, missing: [], varies: true });
      }
    },
  );
});
