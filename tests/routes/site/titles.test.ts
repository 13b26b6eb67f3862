import { insertRecord } from "tests/support/record-factories";
import { allRoutes } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { oddlyCased } from "tests/support/sentence-case";
import { startInstance } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { beforeAll, expect, it } from "vitest";
import { MATRIX } from "../security/matrix";
import { matrixPath } from "../security/matrix-records";

const PAGES = allRoutes().filter(({ opens }) => opens);
const CHANGES = allRoutes().filter(({ page, opens }) => page && !opens);

const cookies = new Map<string, string>();
setUpApp({ SITE_NAME: "Tidewater" });

beforeAll(async () => {
  for (const person of ["visitor", "premium", "superadmin"] as const)
    cookies.set(person, await app.cookiesOf(person));
});

it.each(PAGES.map(({ pattern }) => pattern))(
  "%s has one title that ends in the site's name, and writes titles and buttons in sentence case",
  spec("beyond titles canonical addresses shared"),
  async (pattern) => {
    const { table: of, search = "" } = MATRIX[pattern] ?? {};
    const id = of ? await insertRecord(database, of) : "none";
    let seen = 0;
    for (const [person, signedIn] of cookies) {
      const response = await app.request(matrixPath(pattern, id) + search, {
        cookies: signedIn,
      });
      if (response.status >= 300 && response.status < 400) continue;
      const html = await response.text();
      expect(html.match(/<title>[^<]*<\/title>/g), person).toEqual([
        expect.stringMatching(/^<title>[^|]+ \| (.+ \| )?Tidewater( back-office)?</),
      ]);
      expect(oddlyCased(html), person).toEqual([]);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(0);
  },
);

it.each(CHANGES.map(({ pattern }) => pattern))("%s redirects to its form or list", async (pattern) => {
  const { table, parameters } = MATRIX[pattern] ?? {};
  const id = table ? await insertRecord(database, table) : "none";
  const answer = await app.request(matrixPath(pattern, id), { cookies: cookies.get("superadmin") });
  const [, section, own] = pattern.split("/");
  // Forms shared by several records use the one in the address.
  const noun = parameters?.kind ? `${parameters.kind}/${parameters.record}` : own;
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    302,
    expect.stringMatching(new RegExp(`^/${section}/${noun}(/${id})?$`)),
  ]);
});

it("the demo's inbox has a title with the site's name", async () => {
  const demo = await startInstance(app.databaseUrl, { SITE_NAME: "Tidewater", DEMO: "1" });
  const html = await (await fetch(new URL("/demo/inbox", demo.url))).text();
  await demo.stop();
  expect(html).toContain("<title>Demo inbox | Tidewater</title>");
});
