import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programOfCommit } from "tests/load/other-program.mjs";
import { emptyDatabase, queryOnce, type TestDatabase } from "tests/support/postgres";
import { releaseBefore } from "tests/support/release-before";
import { type Instance, startInstance } from "tests/support/server-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PASSWORD = "Openbell-demo-2026";

let database: TestDatabase;
let dataDir: string;
let site: Instance;
beforeAll(async () => {
  const commit = releaseBefore();
  const { folder } = await programOfCommit(commit);
  database = await emptyDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "openbell-release-before-"));
  // The release before makes its demo, this release migrates it, and the release before serves again.
  await (await startRelease(folder)).stop();
  await (await startRelease()).stop();
  site = await startRelease(folder);
});
afterAll(async () => {
  await site?.stop();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const startRelease = (folder?: string) =>
  startInstance(database.url, { DEMO: "1", DATA_DIR: dataDir }, undefined, folder);

const send = (path: string, body: object, token = "") =>
  fetch(new URL(path, site.url), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });

async function signIn(side: "admin" | "user", name: string): Promise<string> {
  const answer = await send(`/api/auth/${side}/login`, { email: `${name}@demo.test`, password: PASSWORD });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}

describe("the release before, on the schema of this one", () => {
  it("shows the home page and the lists of content", async () => {
    for (const path of ["/", "/news", "/market", "/track-record", "/subscription", "/readyz"])
      expect([path, (await fetch(site.url + path)).status]).toEqual([path, 200]);
  });

  it("publishes news, which readers and programs see", async () => {
    const token = await signIn("admin", "admin");
    const article = {
      title: "Of the release before",
      content: "Text.",
      category: "Tech",
      status: "published",
    };
    const answer = await send("/api/news", article, token);
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    expect(await (await fetch(`${site.url}/news/${id}`)).text()).toContain(article.title);
    expect(await (await fetch(`${site.url}/api/news?limit=5`)).text()).toContain(article.title);
  });

  it("sells a membership through the simulated provider", async () => {
    const token = await signIn("user", "basic");
    const [premium] = await queryOnce<{ package: string; member: string }>(
      database.url,
      `select p.id as package, m.id as member from packages p, members m
        where p.tier = 'Premium' and p.price > 0 and m.email = 'basic@demo.test' order by p.price limit 1`,
    );
    const order = { userId: premium?.member, packageId: premium?.package };
    const chosen = await send("/api/subscription/upgrade", order, token);
    expect(chosen.status).toBe(200);
    const { approvalUrl } = (await chosen.json()) as { approvalUrl: string };
    const { pathname, search, searchParams } = new URL(approvalUrl);
    const approved = await fetch(site.url + pathname + search, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: site.url },
      body: new URLSearchParams({ decision: "approve" }),
    });
    expect(approved.status).toBe(303);
    const orderId = searchParams.get("token");
    expect((await send("/api/subscription/captureOrder", { ...order, orderId }, token)).status).toBe(200);
    expect(
      await queryOnce(
        database.url,
        `select subscription, (select count(*)::int from payments where member_id = m.id and status = 'COMPLETED') as payments
           from members m where email = 'basic@demo.test'`,
      ),
    ).toEqual([{ subscription: "Premium", payments: 1 }]);
  });
});
