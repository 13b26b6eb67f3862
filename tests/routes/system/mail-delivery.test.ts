import { em } from "db/orm.server";
import { waitUntil } from "tests/support/server-process";
import { type SmtpSink, startSmtpSink } from "tests/support/smtp-sink";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { remindOfExpiry } from "~/features/accounts/reminders.server";
import { verificationMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";

let app: TestApp;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  await sink.stop();
  const settings = {
    SMTP_URL: sink.url,
    MAIL_FROM: "Openbell <no-reply@example.com>",
    TRUST_PROXY: "1",
  };
  app = await startTestApp(settings, { doesJobs: true });
});
afterEach(() => sink.stop());
afterAll(() => app.stop());

let networks = 0;
async function register(email: string): Promise<Response> {
  networks += 1;
  return app.request("/register", {
    method: "POST",
    headers: { "X-Forwarded-For": `203.0.113.${networks}` },
    body: { firstname: "Sam", lastname: "Tepper", email, password: "long enough" },
  });
}

type Row = { state: string; attempts: number; last_error: string | null };

async function mailOf(email: string, is: (mail: Row) => boolean): Promise<Row> {
  for (let tries = 0; tries < 300; tries += 1) {
    const [mail] = await app.sql<Row>("select * from mails where to_address = ?", [email]);
    if (mail && is(mail)) return mail;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The mail to ${email} does not become what was expected`);
}

/** Makes waiting jobs due now, as the clock would; a running job soon waits again or finishes. */
async function letTimePass(): Promise<void> {
  const atWork = "select 1 from jobs.job where name = 'mail' and state = 'active'";
  await waitUntil(async () => (await app.sql(atWork)).length === 0);
  await app.sql(
    "update jobs.job set start_after = now() where name = 'mail' and state in ('created', 'retry')",
  );
  await app.sql("select pg_notify('jobs', 'mail')");
}

const to = (email: string) => sink.received.filter((mail) => mail.to.includes(email));

describe("email while the mail server is down", () => {
  it("a registration succeeds, its email waits with the error, and is sent once after recovery", async () => {
    const email = "patient@example.com";
    expect((await register(email)).status).toBe(303);
    const waiting = await mailOf(email, ({ last_error }) => last_error !== null);
    expect(waiting.state).toBe("queued");
    expect(waiting.last_error).toContain("ECONNREFUSED");
    await sink.start();
    await letTimePass();
    const sent = await mailOf(email, ({ state }) => state === "sent");
    expect(sent.attempts).toBeGreaterThanOrEqual(2);
    expect(sent.last_error).toBeNull();
    await letTimePass();
    await register("another@example.com");
    await mailOf("another@example.com", ({ state }) => state === "sent");
    expect(to(email)).toHaveLength(1);
  });
});

describe("an email", () => {
  it("goes to one address as HTML and text, with a link that the log does not have", async () => {
    await sink.start();
    await register("whole@example.com");
    await mailOf("whole@example.com", ({ state }) => state === "sent");
    const [mail] = to("whole@example.com");
    expect(mail?.from).toBe("no-reply@example.com");
    expect(mail?.to).toEqual(["whole@example.com"]);
    for (const part of ["text/plain", "text/html", "Message-ID: <", "Auto-Submitted: auto-generated"]) {
      expect(mail?.data).toContain(part);
    }
    const link = /verify-email\/([\w-]{43})/.exec(mail?.data.replaceAll("=\r\n", "") ?? "")?.[1];
    expect(link).toBeTruthy();
    expect((await app.request(`/verify-email/${link}`)).status).toBe(200);
    const [logged] = await app.sql<{ html: string; text: string }>(
      "select html, text from mails where to_address = 'whole@example.com' and template = 'verification'",
    );
    expect(logged?.html).toContain("[[token]]");
    expect(`${logged?.html}${logged?.text}`).not.toContain(link);
  });

  it("is retried after a temporary refusal and given up after a permanent one", async () => {
    await sink.start();
    sink.refuseNext("busy@example.com", 451);
    await register("busy@example.com");
    const waiting = await mailOf("busy@example.com", ({ last_error }) => last_error !== null);
    expect(waiting).toMatchObject({ state: "queued", attempts: 1 });
    await letTimePass();
    await mailOf("busy@example.com", ({ state }) => state === "sent");
    sink.refuseNext("gone@example.com", 550);
    await register("gone@example.com");
    const failed = await mailOf("gone@example.com", ({ state }) => state === "failed");
    expect(failed.last_error).toContain("refused by the test");
    await letTimePass();
    expect(to("gone@example.com")).toEqual([]);
  });

  it("is given up after a day of retries", async () => {
    await register("forever@example.com");
    await mailOf("forever@example.com", ({ last_error }) => last_error !== null);
    await app.sql(
      "update mails set created_at = now() - interval '25 hours' where to_address = 'forever@example.com'",
    );
    await letTimePass();
    await mailOf("forever@example.com", ({ state }) => state === "failed");
  });

  it("is created once per cause, and not if the cause rolls back", async () => {
    await sink.start();
    const queue = (cause: string, fail = false) =>
      em().transactional(async (manager) => {
        const content = verificationMail("Openbell");
        const queued = await queueMail(manager, {
          to: "cause@example.com",
          content,
          dedupeKey: cause,
        });
        if (fail) throw new Error("undone");
        return queued;
      });
    await expect(queue("undone", true)).rejects.toThrow("undone");
    const answers = await Promise.all([1, 2, 3, 4].map(() => queue("one cause")));
    expect(answers.filter(Boolean)).toHaveLength(1);
    await mailOf("cause@example.com", ({ state }) => state === "sent");
    await letTimePass();
    expect(to("cause@example.com")).toHaveLength(1);
  });
});

describe("reminders", () => {
  it("are sent seven days and one day before each end, once", async () => {
    await sink.start();
    const ends = (name: string, rest: string) =>
      app.sql(
        `update members set subscription_expires_at = now() + interval '${rest}' where email = '${name}@demo.test'`,
      );
    await ends("premium", "6 days 20 hours");
    await ends("private", "20 hours");
    expect(await remindOfExpiry()).toBe(2);
    expect(await remindOfExpiry()).toBe(0);
    const subjects = await app.sql<{ to: string; subject: string }>(
      `select to_address as to, subject from mails where template = 'expiry' order by 1`,
    );
    expect(subjects).toEqual([
      { to: "premium@demo.test", subject: "Your Premium membership ends in 7 days" },
      { to: "private@demo.test", subject: "Your Private membership ends in 1 day" },
    ]);
    await ends("premium", "5 days");
    expect(await remindOfExpiry()).toBe(1);
    await ends("premium", "23 hours");
    expect(await remindOfExpiry()).toBe(1);
  });

  it(
    "skip members who opted out until they opt in again",
    spec("beyond members say whether they"),
    async () => {
      const wants = (answer: boolean) =>
        app.sql(
          `update members set subscription_expires_at = now() + interval '21 hours', remind_by_mail = ${answer}
          where email = 'premium@demo.test'`,
        );
      await wants(false);
      expect(await remindOfExpiry()).toBe(0);
      await wants(true);
      expect(await remindOfExpiry()).toBe(1);
    },
  );

  it("for the last day reach members who got the first, without changing their version", async () => {
    await app.sql(
      `update members set subscription_expires_at = now() + interval '22 hours' where email = 'premium@demo.test'`,
    );
    const member = `from members where email = 'premium@demo.test'`;
    await app.sql(
      `update members set reminded_end = subscription_expires_at, reminded_days = 7 where email = 'premium@demo.test'`,
    );
    const [before] = await app.sql(`select updated_at, version ${member}`);
    expect(await remindOfExpiry()).toBe(1);
    expect(await remindOfExpiry()).toBe(0);
    expect(await app.sql(`select updated_at, version ${member}`)).toEqual([before]);
    await app.sql("update members set lastname = 'Renamed' where email = 'premium@demo.test'");
    expect(await app.sql(`select updated_at, version ${member}`)).not.toEqual([before]);
  });
});

describe("the demo inbox", () => {
  it("does not exist outside the demo", async () => {
    const [mail] = await app.sql<{ id: string }>("select id from mails where state = 'sent'");
    for (const path of ["/demo/inbox", "/demo/inbox.json", `/demo/inbox/${mail?.id}`]) {
      const answer = await app.request(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain("example.com");
    }
  });
});
