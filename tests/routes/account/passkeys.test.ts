import { openDatabase } from "tests/support/database";
import { mailsTo, tokenIn, waitForMail } from "tests/support/mails";
import { app, database, setUpApp } from "tests/support/running-app";
import { runCommand } from "tests/support/server-process";
import { SoftwarePasskey } from "tests/support/software-passkey";
import { PASSWORD } from "tests/support/test-app";
import { codeOf, cookiesFrom, enableTwoStep, forgetTwoStep, sendPassword } from "tests/support/two-step";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

setUpApp({ PUBLIC_URL: "http://localhost:3000" }, { doesJobs: true });

const ORIGIN = "http://localhost:3000";
const MEMBER = "/dashboard/passkeys";
const STAFF = "/admin/profile-settings/passkeys";

beforeEach(async () => {
  await forgetTwoStep();
  await database.rows("delete from passkeys");
  await database.rows("update members set status = 'active' where email = 'premium@demo.test'");
});

type Options = {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string; name: string };
  userVerification?: string;
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
  authenticatorSelection?: object;
};

/** What a form's script asks for, with the cookies to send afterwards. */
async function ask(path: string, cookies = ""): Promise<{ options: Options; cookies: string }> {
  const answer = await app.request(path, { cookies, headers: { Accept: "application/json" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toContain("no-store");
  const own = cookiesFrom(answer);
  return { options: await answer.json(), cookies: [cookies, own].filter(Boolean).join("; ") };
}

const send = (path: string, body: Record<string, string>, cookies: string) =>
  app.request(path, { method: "POST", body, cookies });

/** Where an answer leads, and what it says. */
async function saying(answer: Response): Promise<string> {
  const to = answer.headers.get("Location") ?? "";
  const page = await app.request(to, { cookies: cookiesFrom(answer) });
  const html = await page.text();
  return `${to} ${/class="[^"]*toast[^"]*"[\s\S]*?<\/(?:div|li)>/.exec(html)?.[0].replace(/<[^>]+>/g, "") ?? ""}`;
}

async function addFor(cookies: string, page = MEMBER, more: Record<string, string> = { password: PASSWORD }) {
  const passkey = new SoftwarePasskey(ORIGIN);
  const given = await ask(`${page}/new`, cookies);
  const body = { credential: passkey.create(given.options), name: "Phone", ...more };
  const answer = await send(`${page}/new`, body, given.cookies);
  return { passkey, given, body, answer };
}

const stored = () =>
  database.rows<{ name: string; counter: number; last_used_at: Date | null }>(
    "select name, counter, last_used_at from passkeys order by created_at",
  );

const signIn = async (
  passkey: SoftwarePasskey,
  wrong: Parameters<SoftwarePasskey["sign"]>[1] = {},
  path = "/login/passkey",
) => {
  const given = await ask(path);
  return send(path, { credential: passkey.sign(given.options, wrong) }, given.cookies);
};

const opens = async (answer: Response, path = "/dashboard") =>
  (await app.request(path, { cookies: cookiesFrom(answer) })).status === 200;

describe("a member's passkey", () => {
  it("is added with the password, listed, emailed about, and signs in", async () => {
    const cookies = await app.cookiesOf("premium");
    const { passkey, given, answer } = await addFor(cookies);
    expect(given.options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: "premium@demo.test" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    // The account's name on the device says nothing about the person.
    expect(Buffer.from(given.options.user?.id ?? "", "base64url")).toHaveLength(16);
    expect(answer.headers.get("Location")).toBe(MEMBER);
    await waitForMail("premium@demo.test", /A passkey was added/);
    const page = await (await app.request(MEMBER, { cookies })).text();
    expect(page).toContain("Phone");
    expect(page).toContain("Never");

    const { options } = await ask("/login/passkey");
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options.allowCredentials ?? []).toEqual([]);
    for (const count of [1, 2]) {
      const signedIn = await signIn(passkey);
      expect(signedIn.headers.get("Location")).toBe("/");
      expect(await opens(signedIn)).toBe(true);
      expect(await stored()).toEqual([{ name: "Phone", counter: count, last_used_at: expect.any(Date) }]);
    }
  });

  it.each([
    ["premium", MEMBER, { password: "wrong" }],
    ["admin", STAFF, { credential: "{}" }],
  ] as const)("that is refused keeps its typed name: %s", async (person, page, wrong) => {
    const cookies = await app.cookiesOf(person);
    const name = 'My "phone" & co';
    const { answer } = await addFor(cookies, page, { ...wrong, name });
    const to = answer.headers.get("Location") ?? "";
    expect(to).toContain(`${page}?name=`);
    const html = await (await app.request(to, { cookies })).text();
    expect(html).toMatch(/<input[^>]*name="name"[^>]*value="My &quot;phone&quot; &amp; co"/);
    const none = await send(`${page}/new`, {}, cookies);
    expect(none.headers.get("Location")).toBe(page);
  });

  it.each([
    ["premium", MEMBER, "member_id", "members"],
    ["admin", STAFF, "staff_id", "staff"],
  ] as const)("is refused after ten before a device makes it: %s", async (person, page, column, people) => {
    const cookies = await app.cookiesOf(person);
    await database.rows(
      `insert into passkeys (${column}, name, credential_id, public_key, counter, challenged_at)
       select p.id, 'Key ' || n, 'key-' || n, 'a', 0, now() from ${people} p, generate_series(1, 10) as n
        where p.email = ?`,
      [`${person}@demo.test`],
    );
    const full = await (await app.request(page, { cookies })).text();
    expect(full).toContain("You have 10 passkeys. Remove one first.");
    expect(full).not.toContain('name="credential"');
    const eleventh = await app.request(`${page}/new`, { cookies, headers: { Accept: "application/json" } });
    expect([eleventh.status, cookiesFrom(eleventh)]).toEqual([409, ""]);
    await database.rows("delete from passkeys where name = 'Key 1'");
    expect(await (await app.request(page, { cookies })).text()).toContain('name="credential"');
    await ask(`${page}/new`, cookies);
  });

  it("signs in and leads to the page in the address, if that is on this site", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    for (const [next, to] of [
      ["%2Fwatchlist", "/watchlist"],
      ["https%3A%2F%2Fevil.example", "/"],
    ]) {
      const answer = await signIn(passkey, {}, `/login/passkey?next=${next}`);
      expect(answer.headers.get("Location")).toBe(to);
    }
  });

  it("is not added with a wrong password, another challenge, a foreign page, or without a check of the person", async () => {
    const cookies = await app.cookiesOf("premium");
    expect(await saying((await addFor(cookies, MEMBER, { password: "wrong" })).answer)).toContain(MEMBER);
    const given = await ask(`${MEMBER}/new`, cookies);
    const passkey = new SoftwarePasskey(ORIGIN);
    const others: Parameters<SoftwarePasskey["create"]>[] = [
      [{ ...given.options, challenge: "AAAA" }],
      [given.options, { origin: "https://evil.example" }],
      [given.options, { host: "evil.example" }],
      [given.options, { verified: false }],
      [given.options, { keyBytes: 3_100 }],
    ];
    const credentials = [
      ...others.map((made) => passkey.create(...made)),
      "",
      "null",
      "{}",
      "[1]",
      '{"id":1,"response":{"clientDataJSON":5}}',
      "x".repeat(30_000),
    ];
    for (const credential of credentials) {
      const answer = await send(
        `${MEMBER}/new`,
        { credential, name: "No", password: PASSWORD },
        given.cookies,
      );
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${MEMBER}?name=No`]);
    }
    const right = { credential: passkey.create(given.options), name: "Phone", password: PASSWORD };
    for (const name of ["", " ", "x".repeat(61), "a\u202eb"])
      await send(`${MEMBER}/new`, { ...right, name }, given.cookies);
    // A challenge of another member, and none.
    await send(`${MEMBER}/new`, right, await app.cookiesOf("basic"));
    await send(`${MEMBER}/new`, right, cookies);
    expect(await stored()).toEqual([]);
    await send(`${MEMBER}/new`, right, given.cookies);
    await send(`${MEMBER}/new`, right, given.cookies);
    expect(await stored()).toHaveLength(1);
    expect((await ask(`${MEMBER}/new`, cookies)).options.excludeCredentials).toEqual([
      expect.objectContaining({ id: passkey.id.toString("base64url") }),
    ]);
  });

  it("is limited to ten", async () => {
    const cookies = await app.cookiesOf("premium");
    for (let n = 0; n < 9; n += 1) {
      await database.rows("delete from rate_limits");
      await addFor(cookies);
    }
    // Asked for while there was room, as two tabs do.
    const given = await ask(`${MEMBER}/new`, cookies);
    await addFor(cookies);
    const credential = new SoftwarePasskey(ORIGIN).create(given.options);
    const refused = await send(
      `${MEMBER}/new`,
      { credential, name: "No", password: PASSWORD },
      given.cookies,
    );
    expect(refused.headers.get("Location")).toBe(`${MEMBER}?name=No`);
    expect(await stored()).toHaveLength(10);
  });

  it("is removed with the password by its owner only, and then signs nobody in", async () => {
    const cookies = await app.cookiesOf("premium");
    const { passkey } = await addFor(cookies);
    const [row] = await database.rows<{ id: string }>("select id from passkeys");
    const removal = `${MEMBER}/${row?.id}/removal`;
    expect((await app.request(removal, { cookies: await app.cookiesOf("basic") })).status).toBe(404);
    expect((await send(removal, { password: PASSWORD }, await app.cookiesOf("basic"))).status).toBe(404);
    expect(await (await app.request(removal, { cookies })).text()).toMatch(/“(?:<!-- -->)?Phone/);
    expect((await send(removal, { password: "wrong" }, cookies)).status).toBe(422);
    expect(await stored()).toHaveLength(1);
    const thief = await signIn(passkey);
    expect((await send(removal, { password: PASSWORD }, cookies)).status).toBe(303);
    expect([await stored(), await opens(thief)]).toEqual([[], false]);
    expect((await app.request(MEMBER, { cookies })).status).toBe(200);
    await waitForMail("premium@demo.test", /A passkey was removed/);
    expect(await opens(await signIn(passkey))).toBe(false);
  });

  it("signs nobody in if anything is wrong, always with the same answer", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    await signIn(passkey);
    const replies = new Set<string>();
    const check = async (answer: Response) => {
      replies.add(await saying(answer));
      expect(await opens(answer)).toBe(false);
    };
    for (const wrong of [
      { origin: "https://evil.example" },
      { host: "evil.example" },
      { verified: false },
      { counter: 1 },
      { userHandle: Buffer.alloc(16).toString("base64url") },
    ])
      await check(await signIn(passkey, wrong));
    const { generateKeyPairSync } = await import("node:crypto");
    const forged = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const given = await ask("/login/passkey");
    const forgedAnswer = passkey.sign(given.options, {}, forged);
    await check(await send("/login/passkey", { credential: forgedAnswer }, given.cookies));
    await check(await signIn(new SoftwarePasskey(ORIGIN)));
    const odd = ["a\u0000b", "ä", "x".repeat(1401)].map((id) => JSON.stringify({ id }));
    for (const credential of ["{}", '{"id":"x"}', '{"id":{"$ne":1}}', ...odd])
      await check(await send("/login/passkey", { credential }, given.cookies));
    expect(replies.size).toBe(1);
    expect([...replies][0]).toContain("This passkey does not open an account here");
    expect(await opens(await signIn(passkey))).toBe(true);
  });

  it("signs in once for each challenge, also in 55 concurrent requests", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    await database.rows("delete from rate_limits");
    const given = await ask("/login/passkey");
    const credential = passkey.sign(given.options);
    const answers = await Promise.all(
      Array.from({ length: 55 }, () => send("/login/passkey", { credential }, given.cookies)),
    );
    const opened = answers.filter((answer) => answer.headers.get("Location") === "/");
    expect(opened).toHaveLength(1);
  });

  it("answers no challenge of another form or an older one than its last", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    const older = await ask("/login/passkey");
    expect(await opens(await signIn(passkey))).toBe(true);
    const late = passkey.sign(older.options);
    const refused = await send("/login/passkey", { credential: late }, older.cookies);
    expect(await opens(refused)).toBe(false);
    expect(await saying(refused)).toContain("Please try again");
    const staff = await ask("/admin/login/passkey");
    const crossed = passkey.sign(staff.options);
    expect(await opens(await send("/login/passkey", { credential: crossed }, staff.cookies))).toBe(false);
    const own = await ask("/login/passkey");
    const stolen = passkey.sign(own.options);
    expect(await opens(await send("/login/passkey", { credential: stolen }, ""))).toBe(false);
  });

  it("signs in and is added on servers whose clocks are 90 minutes apart", async () => {
    const away = (minutes: number) => {
      vi.useRealTimers();
      if (minutes !== 0) vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ["Date"] });
    };
    try {
      const cookies = await app.cookiesOf("premium");
      const passkey = new SoftwarePasskey(ORIGIN);
      away(90);
      const offer = await ask(`${MEMBER}/new`, cookies);
      away(0);
      const body = { credential: passkey.create(offer.options), name: "Phone", password: PASSWORD };
      await send(`${MEMBER}/new`, body, offer.cookies);
      expect(await stored()).toHaveLength(1);
      for (const minutes of [90, -90, 0]) {
        away(minutes);
        const given = await ask("/login/passkey");
        away(0);
        const credential = passkey.sign(given.options);
        expect(await opens(await send("/login/passkey", { credential }, given.cookies))).toBe(true);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it("signs nobody in if the member is inactive, with the message of the sign-in form", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    await database.rows("update members set status = 'inactive' where email = 'premium@demo.test'");
    const answer = await signIn(passkey);
    expect(await saying(answer)).toContain("This account is not active. Please contact support");
    expect(await opens(answer)).toBe(false);
  });

  it("never opens the back-office", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    expect(await opens(await signIn(passkey, {}, "/admin/login/passkey"), "/admin")).toBe(false);
  });
});

describe("a hostile passkey of a member", () => {
  const EMAIL = "private@demo.test";

  it("is deleted, with its sessions, by a password that an emailed link sets", async () => {
    const { passkey } = await addFor(await app.cookiesOf("private"));
    expect((await waitForMail(EMAIL, /A passkey was added/)).text).toContain("Remove the passkey there");
    const thief = await signIn(passkey);
    await send("/forget-password", { email: EMAIL }, "");
    const path = `/reset-password/${tokenIn(await waitForMail(EMAIL, /Set a new password/))}`;
    const answer = await send(path, { password: PASSWORD, confirmPassword: PASSWORD }, "");
    expect([answer.status, await stored()]).toEqual([303, []]);
    expect([await opens(thief), await opens(await signIn(passkey))]).toEqual([false, false]);
    const mail = await waitForMail(EMAIL, /password .* was changed/);
    expect(mail.text).toContain("passkeys were deleted");
  });

  it("stays when the member changes the password, and page and email say so", async () => {
    const cookies = await app.cookiesOf("private");
    await addFor(cookies);
    const page = await (await app.request("/dashboard/password", { cookies })).text();
    expect(page).toContain('<a href="/dashboard/passkeys">');
    const before = (await mailsTo(EMAIL, /password .* was changed/)).length;
    const body = { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD };
    expect((await send("/dashboard/password", body, cookies)).status).toBe(303);
    const mail = await waitForMail(EMAIL, /password .* was changed/, before + 1);
    expect([mail.text.includes("Passkeys still sign you in"), (await stored()).length]).toEqual([true, 1]);
  });
});

describe("a change from another browser while the request is under way", () => {
  /** Sends a request while the member's row is locked, and changes what the statement says before it continues. */
  async function meanwhile(change: string, request: () => Promise<Response>): Promise<Response> {
    const holder = openDatabase(app.databaseUrl);
    onTestFinished(holder.close);
    await holder.rows("begin");
    await holder.rows("select 1 from members where email = 'premium@demo.test' for update");
    const sent = request();
    await expect
      .poll(() =>
        database.rows(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query ~ 'from members'`,
        ),
      )
      .toHaveLength(1);
    await holder.rows(change);
    await holder.rows("commit");
    return sent;
  }

  it("an ended session adds no passkey", async () => {
    const cookies = await app.cookiesOf("premium");
    const answer = await meanwhile(
      "delete from sessions where kind = 'member'",
      async () => (await addFor(cookies)).answer,
    );
    expect([answer.status, await stored()]).toEqual([303, []]);
  });

  it("a counter that advances starts no session, and the next sign-in works", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    const answer = await meanwhile("update passkeys set counter = 1", () => signIn(passkey));
    expect([answer.headers.get("Location"), await opens(answer)]).toEqual(["/login", false]);
    expect(await opens(await signIn(passkey))).toBe(true);
  });

  it("a removed passkey starts no session", async () => {
    const { passkey } = await addFor(await app.cookiesOf("premium"));
    const answer = await meanwhile("delete from passkeys", () => signIn(passkey));
    expect([answer.headers.get("Location"), await opens(answer)]).toEqual(["/login", false]);
  });
});

describe("a passkey of staff", () => {
  it("signs in alone, and deeds ask for the password", async () => {
    const { passkey, answer } = await addFor(await app.cookiesOf("admin"), STAFF, {});
    expect(answer.headers.get("Location")).toBe(STAFF);
    await waitForMail("admin@demo.test", /A passkey was added/);
    const signedIn = await signIn(passkey, {}, "/admin/login/passkey");
    expect(signedIn.headers.get("Location")).toBe("/admin");
    expect(await opens(signedIn, "/admin")).toBe(true);
    const [session] = await database.rows<{ password_confirmed_at: Date | null }>(
      "select password_confirmed_at from sessions where kind = 'staff' order by created_at desc limit 1",
    );
    expect(session?.password_confirmed_at).toBeNull();
    const change = await send(STAFF, { passkey: "none" }, cookiesFrom(signedIn));
    expect(change.headers.get("Location")).toMatch(/^\/admin\/password-check\?held=/);
    expect(await opens(await signIn(passkey, { verified: false }, "/admin/login/passkey"), "/admin")).toBe(
      false,
    );
  });

  it("needs the app's code to be added if two-step sign-in is on, and replaces it at the second step", async () => {
    const cookies = await app.cookiesOf("admin");
    const { secret } = await enableTwoStep(cookies);
    await addFor(cookies, STAFF, {});
    await addFor(cookies, STAFF, { code: "000000" });
    expect(await stored()).toEqual([]);
    const { passkey } = await addFor(cookies, STAFF, { code: codeOf(secret) });
    expect(await stored()).toHaveLength(1);

    const waiting = cookiesFrom(await sendPassword("admin@demo.test"));
    const page = await (await app.request("/admin/login/second-step", { cookies: waiting })).text();
    expect(page).toContain("Use a passkey instead");
    const given = await ask("/admin/login/second-step/passkey", waiting);
    expect(given.options).toMatchObject({
      userVerification: "discouraged",
      allowCredentials: [{ id: passkey.id.toString("base64url") }],
    });
    const credential = passkey.sign(given.options, { verified: false });
    const done = await send("/admin/login/second-step/passkey", { credential }, given.cookies);
    expect(done.headers.get("Location")).toBe("/admin");
    expect(await opens(done, "/admin")).toBe(true);
    const again = await send("/admin/login/second-step/passkey", { credential }, given.cookies);
    expect(await opens(again, "/admin")).toBe(false);
  });

  it("spends no recovery code if it cannot be added", async () => {
    const cookies = await app.cookiesOf("admin");
    const { codes } = await enableTwoStep(cookies);
    const given = await ask(`${STAFF}/new`, cookies);
    const credential = new SoftwarePasskey(ORIGIN).create(given.options, { verified: false });
    const body = { credential, name: "Phone", code: codes[0] ?? "" };
    await send(`${STAFF}/new`, body, given.cookies);
    expect(await database.rows("select 1 from recovery_codes where used_at is not null")).toEqual([]);
    await addFor(cookies, STAFF, { code: codes[0] ?? "" });
    expect(await stored()).toHaveLength(1);
  });

  it("is refused at the second step if it belongs to somebody else", async () => {
    const { passkey } = await addFor(await app.cookiesOf("editor"), STAFF, {});
    await enableTwoStep(await app.cookiesOf("admin"));
    const waiting = cookiesFrom(await sendPassword("admin@demo.test"));
    const given = await ask("/admin/login/second-step/passkey", waiting);
    const credential = passkey.sign(given.options);
    const answer = await send("/admin/login/second-step/passkey", { credential }, given.cookies);
    expect(answer.headers.get("Location")).toBe("/admin/login/second-step");
    expect(await opens(answer, "/admin")).toBe(false);
  });

  it("is removed by its owner, with its sessions, and by a reset of the two-step sign-in", async () => {
    const cookies = await app.cookiesOf("editor");
    const { passkey } = await addFor(cookies, STAFF, {});
    const thief = await signIn(passkey, {}, "/admin/login/passkey");
    const [row] = await database.rows<{ id: string }>("select id from passkeys");
    await send(STAFF, { passkey: row?.id ?? "" }, await app.cookiesOf("admin"));
    expect(await stored()).toHaveLength(1);
    await send(STAFF, { passkey: row?.id ?? "" }, cookies);
    expect([await stored(), await opens(thief, "/admin")]).toEqual([[], false]);
    await waitForMail("editor@demo.test", /A passkey was removed/);

    const { secret } = await enableTwoStep(cookies);
    await addFor(cookies, STAFF, { code: codeOf(secret) });
    expect(await stored()).toHaveLength(1);
    const [staff] = await database.rows<{ id: string }>(
      "select id from staff where email = 'editor@demo.test'",
    );
    await send(`/admin/settings/${staff?.id}/two-step`, {}, await app.cookiesOf("superadmin"));
    expect(await stored()).toEqual([]);
  });
});

describe("a hostile passkey of staff", () => {
  const idOf = async (email: string) =>
    (await database.rows<{ id: string }>("select id from staff where email = ?", [email]))[0]?.id ?? "";

  it("is deleted when two-step sign-in is turned on", async () => {
    const cookies = await app.cookiesOf("editor");
    const { passkey } = await addFor(cookies, STAFF, {});
    await enableTwoStep(cookies);
    expect(await stored()).toEqual([]);
    expect(await opens(await signIn(passkey, {}, "/admin/login/passkey"), "/admin")).toBe(false);
    expect((await waitForMail("editor@demo.test", /Two-step sign-in is on/)).text).toContain(
      "your passkeys were deleted",
    );
  });

  it("is deleted with its sessions by a reset, also if two-step sign-in is off", async () => {
    const { passkey } = await addFor(await app.cookiesOf("editor"), STAFF, {});
    const thief = await signIn(passkey, {}, "/admin/login/passkey");
    const reset = `/admin/settings/${await idOf("editor@demo.test")}/two-step`;
    expect((await send(reset, {}, await app.cookiesOf("superadmin"))).status).toBe(303);
    expect([await stored(), await opens(thief, "/admin")]).toEqual([[], false]);
  });

  it("is deleted by the operator's command, also if two-step sign-in is off", async () => {
    const { passkey } = await addFor(await app.cookiesOf("superadmin"), STAFF, {});
    const thief = await signIn(passkey, {}, "/admin/login/passkey");
    const { code } = await runCommand(app.databaseUrl, "reset-two-step", "--email", "superadmin@demo.test");
    expect([code, await stored(), await opens(thief, "/admin")]).toEqual([0, [], false]);
  });

  it("is deleted when a superadmin sets a new password", async () => {
    await addFor(await app.cookiesOf("editor"), STAFF, {});
    const id = await idOf("editor@demo.test");
    const [editor] = await database.rows<{ fullname: string; version: number }>(
      "select fullname, version from staff where id = ?",
      [id],
    );
    const body = {
      fullname: editor?.fullname ?? "",
      email: "editor@demo.test",
      role: "editor",
      password: PASSWORD,
    };
    const answer = await send(
      `/admin/settings/${id}/edit`,
      { ...body, version: String(editor?.version), status: "active" },
      await app.cookiesOf("superadmin"),
    );
    expect([answer.status, await stored()]).toEqual([303, []]);
  });
});

it("a browser that opens a passkey's address sees the page instead", async () => {
  for (const [path, page] of [
    ["/login/passkey?next=%2Fnews", "/login?next=%2Fnews"],
    ["/admin/login/passkey", "/admin/login"],
    ["/admin/login/second-step/passkey", "/admin/login/second-step"],
  ] as const)
    expect((await app.request(path)).headers.get("Location")).toBe(page);
});
