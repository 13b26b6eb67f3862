import { makeBrowsers } from "tests/support/browsers";
import { recordStatements } from "tests/support/record-statements";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: "1" });
});
afterAll(() => app.stop());

const { ask, Browser } = makeBrowsers(() => app);

const registrationsOf = (email: string) =>
  app.sql("select 1 from registrations r join members m on m.id = r.member_id where m.email = ?", [email]);

describe("the replies to a known, a pending and a new address", () => {
  it("differ only by a secret of constant format", async () => {
    const answers = [];
    for (const email of [
      "basic@demo.test",
      "pending@demo.test",
      "unheard@example.com",
      "inactive@demo.test",
    ]) {
      const answer = await new Browser("Somebody").ask(
        "/register",
        new Browser("Somebody").registration(email),
      );
      const headers = [...answer.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
      const text = JSON.stringify([answer.status, headers, await answer.text()]);
      expect(text).toMatch(
        /openbell_registration=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax"/,
      );
      answers.push(
        text.replace(/(openbell_registration=)[\w-]{43}/, "$1…").replace(/'nonce-[^']+'/g, "'nonce'"),
      );
    }
    for (const answer of answers) expect(answer).toBe(answers[0]);
  });

  it("run the same statements, even with a referral link", async () => {
    const tablesByAddress = [];
    for (const email of ["basic@demo.test", "pending@demo.test", "unheard-too@example.com"]) {
      const browser = new Browser("Somebody");
      browser.brings("openbell_ref", "CODE-PREMIUM");
      const sent = await recordStatements(() => browser.register(email));
      // The worker may have begun to write the email.
      const own = sent.map((sql) => /^insert into (members|registrations|referrals) /.exec(sql)?.[1]);
      tablesByAddress.push(own.filter(Boolean));
    }
    for (const tables of tablesByAddress) expect(tables).toEqual(["members", "registrations", "referrals"]);
  });

  it("leave no plain secret in the database, and set no cookie for API clients", async () => {
    const browser = new Browser("Secret");
    const answer = await browser.ask("/register", browser.registration("hashed@example.com"));
    const [, secret = ""] =
      /openbell_registration=([\w-]{43})/.exec(answer.headers.getSetCookie().join()) ?? [];
    expect(secret).toHaveLength(43);
    const kept = await app.sql<{ text: string }>("select r::text as text from registrations r");
    expect(kept.map(({ text }) => text).join()).not.toContain(secret);
    const byApi = await ask("/api/auth/user/register", {
      method: "POST",
      json: browser.registration("program@example.com"),
    });
    expect([byApi.status, byApi.headers.getSetCookie()]).toEqual([201, []]);
  });

  it("keep no registration for a taken address", async () => {
    await new Browser("Stranger").register("premium@demo.test");
    expect(await registrationsOf("premium@demo.test")).toEqual([]);
  });
});
