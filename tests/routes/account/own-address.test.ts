import { mailsTo, waitForMail } from "tests/support/mails";
import { app, database, setUpApp } from "tests/support/running-app";
import { PASSWORD } from "tests/support/test-app";
import { cookiesFrom } from "tests/support/two-step";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp({}, { doesJobs: true });

const SENT = "We have sent a link to the new address. Open it there to confirm the change.";

beforeEach(async () => {
  for (const table of ["rate_limits", "mails", "single_use_tokens", "former_addresses"]) {
    await database.rows(`delete from ${table}`);
  }
  await database.rows(
    "update members set email = 'basic@demo.test', status = 'active' where referral_code = 'CODE-BASIC'",
  );
});

const post = async (path: string, body: Record<string, string>, cookies?: string) =>
  app.request(path, { method: "POST", body, cookies: cookies ?? (await app.cookiesOf("basic")) });

const ask = (email: string, password = PASSWORD) => post("/dashboard/email", { email, password });

/** Requests an address. @returns the path of the emailed link */
async function linkTo(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(303);
  const { text } = await waitForMail(email.toLowerCase(), /Confirm your new email/);
  return /(\/dashboard\/email\/[\w-]{43})\b/.exec(text)?.[1] ?? "";
}

const addressNow = async () =>
  (await database.rows<{ email: string }>("select email from members where referral_code = 'CODE-BASIC'"))[0]
    ?.email;

const signIn = async (email: string, password = PASSWORD) =>
  (await app.request("/api/auth/user/login", { method: "POST", json: { email, password } })).status;

const text = async (path: string, cookies?: string) =>
  (await app.request(path, { cookies: cookies ?? (await app.cookiesOf("basic")) })).text();

describe("a member's request for another address", () => {
  it("takes effect through the emailed link, and both addresses get emails before and after", async () => {
    expect(await text("/dashboard")).toContain('href="/dashboard/email"');
    const link = await linkTo("New.Basic@Example.com");
    expect((await waitForMail("basic@demo.test", /A new email address was requested/)).text).toContain(
      "Nothing changes until the new address is confirmed.",
    );
    // Opening the link changes nothing, however often an email scanner does it.
    for (let time = 0; time < 3; time += 1) expect(await text(link)).toContain("new.basic@example.com");
    expect(await addressNow()).toBe("basic@demo.test");

    const done = await post(link, {});
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/dashboard"]);
    expect(await addressNow()).toBe("new.basic@example.com");
    expect(await signIn("new.basic@example.com")).toBe(200);
    expect(await signIn("basic@demo.test")).toBe(401);
    expect(
      (await waitForMail("basic@demo.test", /The email address of your account .* was changed/)).text,
    ).toContain("was changed, following a request made with your password");
    expect((await waitForMail("new.basic@example.com", /You now sign in to/)).text).toContain(
      "You confirmed this address",
    );
    const former = await database.rows("select email from former_addresses");
    expect(former).toEqual([{ email: "basic@demo.test" }]);
  });

  it.each([
    [
      "a wrong password",
      { email: "other@example.com", password: "not the password" },
      "This is not your current password",
    ],
    ["no password", { email: "other@example.com", password: "" }, "Password is required"],
    ["their own address", { email: "Basic@DEMO.test", password: PASSWORD }, "This is already your email"],
    [
      "what is no address",
      { email: "a@example.com, b@example.com", password: PASSWORD },
      "Please enter a valid email",
    ],
    ["a look-alike", { email: "bаsic@example.com", password: PASSWORD }, "Please use only English letters"],
  ])("is refused for %s, keeps the typed address, and sends no email", async (_, body, words) => {
    const answer = await post("/dashboard/email", body);
    const page = await answer.text();
    expect([answer.status, page.includes(words), page.includes(PASSWORD)]).toEqual([422, true, false]);
    expect(await database.rows("select 1 from mails")).toEqual([]);
    expect(await database.rows("select 1 from single_use_tokens")).toEqual([]);
  });

  it("gets the same reply for a taken address, whose owner gets an email", async () => {
    const [free, taken] = [await ask("nobody@example.com"), await ask("premium@demo.test")];
    const replyParts = ({ status, headers }: Response) => [
      status,
      headers.get("Location"),
      headers.getSetCookie(),
    ];
    expect(replyParts(taken)).toEqual(replyParts(free));
    expect(decodeURIComponent(replyParts(taken).join())).toContain(
      Buffer.from(JSON.stringify({ tone: "good", text: SENT }))
        .toString("base64")
        .slice(0, 40),
    );
    expect((await waitForMail("premium@demo.test", /has an account at/)).text).toContain(
      "we changed nothing",
    );
    expect(await mailsTo("premium@demo.test", /Confirm/)).toEqual([]);
  });

  it("is allowed five times a day", async () => {
    for (let time = 0; time < 5; time += 1) expect((await ask(`n${time}@example.com`)).status).toBe(303);
    const stopped = await ask("n5@example.com");
    expect([stopped.status, Number(stopped.headers.get("Retry-After")) > 3600]).toEqual([429, true]);
  });
});

describe("a link to another address", () => {
  const ENDS: [string, () => Promise<unknown>][] = [
    ["after an hour", () => database.rows("update single_use_tokens set expires_at = now()")],
    ["once a newer one was asked for", () => linkTo("newer@example.com")],
    [
      "once the password was changed",
      () =>
        post("/dashboard/password", {
          currentPassword: PASSWORD,
          newPassword: PASSWORD,
          confirmPassword: PASSWORD,
        }),
    ],
  ];
  it.each(ENDS)("is void %s", async (_, end) => {
    const link = await linkTo("late@example.com");
    await end();
    const cookies = cookiesFrom(
      await app.request("/login", { method: "POST", body: { email: "basic@demo.test", password: PASSWORD } }),
    );
    for (const answer of [await app.request(link, { cookies }), await post(link, {}, cookies)]) {
      expect([answer.status, (await answer.text()).includes("This link has expired")]).toEqual([400, true]);
    }
    expect(await addressNow()).toBe("basic@demo.test");
  });

  it("works once", async () => {
    const link = await linkTo("once@example.com");
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(link, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
    expect(await database.rows("select 1 from former_addresses")).toHaveLength(1);
  });

  it("gives nothing to a stranger at a mistyped address, because it requires the member's sign-in", async () => {
    const link = await linkTo("mistyped@example.com");
    const visitor = await app.request(link);
    expect(visitor.headers.get("Location")).toBe(`/login?next=${encodeURIComponent(link)}`);
    const other = await app.cookiesOf("premium");
    for (const answer of [await app.request(link, { cookies: other }), await post(link, {}, other)]) {
      const page = await answer.text();
      expect([answer.status, page.includes("This link belongs to another account")]).toEqual([403, true]);
      expect(page).not.toContain("mistyped@example.com");
    }
    expect(await addressNow()).toBe("basic@demo.test");
  });

  it("is refused if the address was registered since", async () => {
    const link = await linkTo("raced@example.com");
    await database.rows(
      `insert into members (id, firstname, lastname, email, status, referral_code)
       values (gen_random_uuid(), 'Ada', 'Racer', 'raced@example.com', 'active', 'RACED')`,
    );
    const answer = await post(link, {});
    expect([answer.status, (await answer.text()).includes("Another member already uses this email")]).toEqual(
      [422, true],
    );
    expect(await addressNow()).toBe("basic@demo.test");
  });

  it("cannot be resent by staff", async () => {
    await linkTo("again@example.com");
    const [mail] = await database.rows<{ id: string }>(
      "select id from mails where template = 'address-link'",
    );
    const [member] = await database.rows<{ id: string }>(
      "select id from members where referral_code = 'CODE-BASIC'",
    );
    await database.rows("update mails set to_address = 'basic@demo.test' where template = 'address-link'");
    const answer = await app.request(`/admin/manage-users/${member?.id}/mails`, {
      method: "POST",
      cookies: await app.cookiesOf("superadmin"),
      body: { mail: mail?.id ?? "" },
    });
    expect([answer.status, (await answer.text()).includes("Nothing was sent")]).toEqual([409, true]);
  });
});
