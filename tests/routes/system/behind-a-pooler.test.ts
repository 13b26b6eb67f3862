import { cacheBypassCookies } from "tests/support/cached-pages";
import { type FakePayPal, startFakePayPal } from "tests/support/fake-paypal";
import { waitForMail } from "tests/support/mails";
import { type Pooler, pgbouncerIsMissing, startPooler } from "tests/support/pgbouncer";
import { queryOnce } from "tests/support/postgres";
import { billingState, choosePackage, memberId, offerPackages, PREMIUM_ID } from "tests/support/purchases";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { startInstance, waitUntil } from "tests/support/server-process";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMIT } from "~/server/overload/concurrency-limit.rules";

let pooler: Pooler;
/** The proxy between the pooler and the database. */
let proxy: TcpProxy;
let paypal: FakePayPal;
let article: string;

describe.skipIf(pgbouncerIsMissing)("behind a pooler in transaction mode", () => {
  // Hooks run in reverse order.
  afterAll(async () => {
    await pooler?.close();
    await proxy?.close();
    await paypal?.close();
  });
  beforeAll(async () => {
    paypal = await startFakePayPal();
    Object.assign(env, paypal.env);
  });
  const env: Record<string, string> = { DATABASE_PATIENCE: "3" };
  setUpApp(env, {
    wrapDatabase: async (url) => {
      proxy = await tcpProxy(url);
      pooler = await startPooler(proxy.url);
      env.DATABASE_DIRECT_URL = url;
      return pooler.url;
    },
    doesJobs: true,
  });
  beforeAll(async () => {
    await offerPackages(app);
    article = await insertRecord(database, "news", { title: "Through a pooler" });
  });

  /**
   * More than the pooler's sessions, so that some are shared, but no more than a busy machine admits at once.
   */
  const CROWD = LIMIT.least;
  const crowd = <Result>(ask: (nth: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: CROWD }, (_, nth) => ask(nth)));
  const each = (status: number) => Array(CROWD).fill(status);

  const status = async (path: string, cookies = cacheBypassCookies()) => {
    const answer = await app.request(path, { cookies });
    await answer.arrayBuffer();
    return answer.status;
  };

  it("sessions are found, counted and ended", async () => {
    const [member, staff] = [await app.cookiesOf("premium"), await app.cookiesOf("admin")];
    for (let time = 0; time < 3; time += 1) {
      const answers = await crowd((nth) =>
        nth % 2 ? status("/dashboard", member) : status("/admin/news", staff),
      );
      expect(answers).toEqual(each(200));
    }
    await app.request("/logout", { method: "POST", cookies: member });
    expect(await status("/dashboard", member)).toBe(302);
  });

  it("sign-in attempts are counted", async () => {
    const attempt = () =>
      app.request("/api/auth/user/login", {
        method: "POST",
        json: { email: "nobody@demo.test", password: "not the right one" },
      });
    const [first, second] = [await crowd(attempt), await crowd(attempt)];
    const statuses = [...first, ...second].map((answer) => answer.status);
    expect(statuses.filter((code) => code === 401)).toHaveLength(10);
    expect(statuses.filter((code) => code === 429)).toHaveLength(2 * CROWD - 10);
  });

  it("parallel captures make one payment, and its receipt is sent", async () => {
    const orderId = await choosePackage(app, "basic");
    paypal.approve(orderId);
    const [token, userId] = [await app.tokenOf("basic"), await memberId(app, "basic")];
    const answers = await crowd(() =>
      app.request("/api/subscription/captureOrder", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        json: { orderId, userId, packageId: PREMIUM_ID },
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const state = await billingState(app, "basic");
    expect([state.subscription, state.payments.length, paypal.captureCount()]).toEqual(["Premium", 1, 1]);
    await waitForMail("basic@demo.test", /receipt|payment/i);
  });

  it("a large CSV export is complete", async () => {
    await database.rows(
      `insert into news (title, content, category, status)
         select 'Row ' || n, 'Text', 'Tech', 'draft' from generate_series(1, 2500) as n`,
    );
    const answer = await app.request("/admin/news/export.csv", { cookies: await app.cookiesOf("admin") });
    expect((await answer.text()).trimEnd().split("\r\n")).toHaveLength(2_502);
  });

  it("a search with a typo finds results, and its settings last one transaction", async () => {
    expect(await (await app.request("/search?q=thruogh")).text()).toContain("<mark>Through</mark> a pooler");
    const [settings] = await queryOnce(pooler.url, "select current_setting('enable_seqscan') as seqscan");
    expect(settings).toEqual({ seqscan: "on" });
  });

  it("the server notices another client's change, past the pooler", async () => {
    const page = () => app.request("/news").then((answer) => answer.text());
    expect(await page()).toContain("Through a pooler");
    await queryOnce(
      app.databaseUrl,
      "update news set title = 'Renamed elsewhere' where title = 'Through a pooler'",
    );
    await waitUntil(async () => (await page()).includes("Renamed elsewhere"));
  });

  it("sessions release their advisory locks", async () => {
    // Only in this database: other databases run migrations at the same time. A task of the server may hold a
    // lock briefly.
    const held = `select 1 from pg_locks join pg_database d on d.oid = database
       where locktype = 'advisory' and d.datname = current_database()`;
    await waitUntil(async () => (await database.rows(held)).length === 0);
  });

  describe("a pooler that fails", () => {
    const sessionsOfOurs = async () => {
      const ours = "datname = current_database() and application_name = 'openbell'";
      return (await database.rows(`select 1 from pg_stat_activity where ${ours}`)).length;
    };
    const isWell = async () =>
      (await crowd(() => status(`/api/news/${article}`))).every((code) => code === 200);

    it("gives 503 while its connections are dropped, and the server recovers", async () => {
      expect(await isWell()).toBe(true);
      const statuses = crowd((nth) => status(`/news?page=${nth + 2}`));
      await pooler.kill();
      // The listeners for content and jobs connect past the pooler.
      await waitUntil(async () => (await sessionsOfOurs()) <= 2);
      expect((await statuses).filter((code) => code !== 200 && code !== 503)).toEqual([]);
      expect(await crowd((nth) => status(`/news?page=${nth + 40}`))).toEqual(each(503));
      expect(await status("/readyz")).toBe(503);
      await pooler.start();
      await waitUntil(isWell);
      for (let time = 0; time < 3; time += 1) expect(await isWell()).toBe(true);
    });

    it("gives 503 while its database is down, and the server recovers", async () => {
      expect(await isWell()).toBe(true);
      proxy.refuse();
      for (let time = 0; time < 2; time += 1)
        expect(await crowd((nth) => status(`/news?page=${nth + 2}`))).toEqual(each(503));
      proxy.thaw();
      await waitUntil(isWell);
      for (let time = 0; time < 3; time += 1) expect(await isWell()).toBe(true);
    });

    it("survives its database ending all sessions", async () => {
      expect(await isWell()).toBe(true);
      await database.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      const answers = await crowd((nth) => status(`/api/news?limit=${nth + 1}`));
      expect(answers.filter((code) => code !== 200 && code !== 503)).toEqual([]);
      await waitUntil(isWell);
      for (let time = 0; time < 3; time += 1) expect(await isWell()).toBe(true);
    });
  });

  it("a role with a time zone other than UTC is refused in one line", async () => {
    const other = await startPooler(app.databaseUrl, "Asia/Tokyo");
    const started = startInstance(other.url, { DATABASE_DIRECT_URL: app.databaseUrl });
    await expect(started).rejects.toThrow(
      /DATABASE_URL: sessions behind the pooler have the time zone Asia\/Tokyo, not UTC/,
    );
    await other.close();
  });
});
