import { processValues } from "db/per-process";
import { mailsTo, tokenIn, waitForMail } from "tests/support/mails";
import { spec } from "tests/support/spec";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "~/platform/log.server";

const written: string[] = [];
let app: TestApp;

beforeAll(async () => {
  processValues.set("log", createLog("trace", { write: (line: string) => void written.push(line) }));
  // Each caller has its own network, so that only the tests about limits reach them.
  app = await startTestApp({ TRUST_PROXY: "1" }, { doesJobs: true });
});
afterAll(() => app.stop());

let networks = 0;
function fromAnotherNetwork() {
  networks += 1;
  return { "X-Forwarded-For": `192.0.2.${networks}` };
}

const person = (email: string, more: Record<string, string> = {}) => ({
  firstname: "Ada",
  lastname: "Wexford",
  email,
  password: "a password never seen",
  ...more,
});

const registerByForm = (
  body: Record<string, string>,
  headers: Record<string, string> = fromAnotherNetwork(),
) => app.request("/register", { method: "POST", body, headers });

const registerByApi = (body: unknown, headers: Record<string, string> = fromAnotherNetwork()) =>
  app.request("/api/auth/user/register", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** The cookies that a browser sends after this reply. */
const cookiesIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

const members = (email: string) =>
  app.sql<Record<string, unknown>>("select * from members where email = ?", [email]);

describe("the registration page", () => {
  it("shows its title, its labels, the disclaimer and the link home", async () => {
    const page = await (await app.request("/register")).text();
    for (const words of [
      "Create Free Account",
      "First name",
      "Last name",
      "disclaimer-band",
      "Investments",
    ]) {
      expect(page).toContain(words);
    }
    for (const path of ["/", "/login", "/terms", "/privacy"]) expect(page).toContain(`href="${path}"`);
  });

  it(
    "adds a pending member, emails the link and leads to the sign-in page after three seconds",
    spec("4 registration reset told login", "8 account created successfully", "9 redirect delays 1 5"),
    async () => {
      const answer = await registerByForm(person("ada@example.com"));
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe("/register?done");
      const [member] = await members("ada@example.com");
      expect(member).toMatchObject({ status: "pending", subscription: "Basic", registered_by_admin: false });
      const page = await (await app.request("/register?done", { cookies: cookiesIn(answer) })).text();
      expect(page).toContain("Account created successfully");
      expect(page).toContain('content="3;url=/login"');
      const mail = await waitForMail("ada@example.com", /Verify/);
      expect(mail.text).toContain(`http://localhost:3000/verify-email/${tokenIn(mail)}`);
      expect(mail.html).toContain(tokenIn(mail));
    },
  );

  it("reports a created account only after creating one", async () => {
    for (const cookies of ["", "openbell_done=reset", `openbell_registration=${"A".repeat(43)}`]) {
      const page = await app.request("/register?done", { cookies });
      expect([page.status, page.headers.get("Location")]).toEqual([302, "/register"]);
      expect(await page.text()).not.toContain("Account created successfully");
    }
  });

  it("reports a sent email or a set password on related pages only after it happened", async () => {
    const headers = fromAnotherNetwork();
    const request = { method: "POST", body: { email: "basic@demo.test" }, headers };
    const cookies = cookiesIn(await app.request("/forget-password", request));
    const sent = await app.request("/forget-password?sent", { cookies });
    expect(await sent.text()).toContain("Password reset email sent!");
    const withoutCookie = await app.request("/forget-password?sent");
    expect([withoutCookie.status, withoutCookie.headers.get("Location")]).toEqual([302, "/forget-password"]);
    const withoutReset = await app.request("/reset-password/done", { cookies });
    expect(withoutReset.status).toBe(400);
    expect(await withoutReset.text()).not.toContain("Password reset successful!");
  });

  it("redirects signed-in members like the sign-in page", async () => {
    const cookies = await app.cookiesOf("basic");
    for (const search of ["", "?next=/news", "?next=//elsewhere.test", "?done"]) {
      const places = [];
      for (const page of ["/login", "/register"]) {
        const answer = await app.request(page + search, { cookies });
        places.push([answer.status, answer.headers.get("Location")]);
      }
      expect(places[0]).toEqual(places[1]);
    }
  });

  it(
    "shows errors next to the typed values, and never repeats the password",
    spec("9 password must least 8"),
    async () => {
      const answer = await registerByForm(person("not an address", { firstname: " ", password: "short77" }));
      const page = await answer.text();
      expect(answer.status).toBe(422);
      for (const words of [
        "First name is required",
        "Please enter a valid email",
        "Password must be at least 8 characters",
        'value="Wexford"',
      ]) {
        expect(page).toContain(words);
      }
      expect(page).not.toContain("short77");
    },
  );
});

describe("registering a known address", () => {
  it("gets the same bytes as a new one, and its owner gets an email", async () => {
    const [known, fresh] = [
      await registerByApi(person("basic@demo.test")),
      await registerByApi(person("unheard-of@example.com")),
    ];
    expect(known.status).toBe(201);
    expect(fresh.status).toBe(201);
    expect(await known.text()).toBe(await fresh.text());
    const names = (answer: Response) => [...answer.headers.keys()].sort();
    expect(names(known)).toEqual(names(fresh));
    expect((await waitForMail("basic@demo.test", /already have an account/)).html).not.toContain(
      "/verify-email/",
    );
    expect(await mailsTo("unheard-of@example.com", /already/)).toEqual([]);
    expect((await app.request("/api/auth/user/login", login("basic@demo.test", PASSWORD))).status).toBe(200);
  });

  it("gets the same reply from the form", async () => {
    const answers = [];
    for (const email of ["premium@demo.test", "nobody-yet@example.com"]) {
      const answer = await registerByForm(person(email));
      answers.push([
        answer.status,
        answer.headers.get("Location"),
        answer.headers.getSetCookie().map((cookie) => cookie.replace(/(registration=)[\w-]{43}(?=;)/, "$1…")),
        await answer.text(),
      ]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it("stays one member for concurrent registrations in any casing", async () => {
    const email = (n: number) => (n % 2 ? "Twin@Example.com" : "twin@example.com");
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => registerByApi(person(email(n)))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await members("twin@example.com")).toHaveLength(1);
    await waitForMail((await members("twin@example.com"))[0]?.email as string, /Verify/);
  });
});

const login = (email: string, password: string) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ email, password }),
});

describe("hostile registrations", () => {
  const HOSTILE = [
    { firstname: "Ada\r\nBcc: everybody@example.com" },
    { lastname: "W\u0000" },
    { firstname: { $ne: null } },
    { firstname: "\ud800" },
    { email: "a@example.com\r\nBcc: b@example.com" },
    { email: "a@example.com,b@example.com" },
    { email: "a,b@example.com" },
    { email: "Ada <a@example.com>" },
    { email: ["a@example.com"] },
    { password: 12_345_678 },
    { password: "x".repeat(129) },
    { firstname: "n".repeat(101) },
  ];
  it.each(HOSTILE)("%j is refused", async (fault) => {
    const before = await app.sql("select 1 from members");
    const answer = await registerByApi({ ...person("hostile@example.com"), ...fault });
    expect(answer.status).toBe(422);
    const body = (await answer.json()) as { message: string; errors: Record<string, string> };
    expect(Object.keys(body.errors)).toEqual(Object.keys(fault));
    expect(await app.sql("select 1 from members")).toHaveLength(before.length);
  });

  it("cannot set their role, tier, status or staff mark", async () => {
    const grab = {
      role: "superadmin",
      subscription: "Private",
      status: "active",
      registeredByAdmin: true,
    };
    expect((await registerByApi({ ...person("grab@example.com"), ...grab })).status).toBe(201);
    const [member] = await members("grab@example.com");
    expect(member).toMatchObject({ subscription: "Basic", status: "pending", registered_by_admin: false });
    const column = { ...person("column@example.com"), emailVerifiedAt: "2026-01-01" };
    expect((await registerByApi(column)).status).toBe(422);
    expect(await members("column@example.com")).toEqual([]);
  });

  it("get 405 for other methods and 400 for a body that is not an object", async () => {
    expect((await app.request("/api/auth/user/register")).status).toBe(405);
    expect((await registerByApi([1])).status).toBe(400);
  });
});

describe("staff", () => {
  const add = async (who: "admin" | "editor", email: string, more: object = { registeredByAdmin: true }) => {
    const token = await app.tokenOf(who);
    return registerByApi({ ...person(email), ...more }, { Authorization: `Bearer ${token}` });
  };

  it(
    "add a member who is active immediately, with an entry in the change log",
    spec("2.4-7 add user all fields"),
    async () => {
      const answer = await add("admin", "added@example.com");
      expect(answer.status).toBe(201);
      const { user } = (await answer.json()) as { user: Record<string, unknown> };
      expect(user).toMatchObject({ email: "added@example.com", status: "active", registeredByAdmin: true });
      const changes = await app.sql("select 1 from changes where record_id = ?", [String(user.id)]);
      expect(changes).toHaveLength(1);
      expect((await add("admin", "added@example.com")).status).toBe(409);
      const missing = await add("admin", "added2@example.com", { registeredByAdmin: true, firstname: "" });
      expect(await missing.json()).toMatchObject({
        message: "All fields are required",
        errors: { firstname: "First name is required" },
      });
    },
  );

  it("need the matching role to add members", async () => {
    await add("editor", "by-editor@example.com");
    expect((await members("by-editor@example.com"))[0]).toMatchObject({
      status: "pending",
      registered_by_admin: false,
    });
  });
});

describe("registration limits", () => {
  it("refuse the sixth registration of an address in an hour, with Retry-After and a message", async () => {
    const again = () => registerByForm(person("eager@example.com"));
    for (let n = 0; n < 5; n += 1) expect((await again()).status).toBe(303);
    const stopped = await again();
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect(await stopped.text()).toContain("Too many attempts. Please try again in");
  });

  it("refuse a network that registers many addresses", async () => {
    const network = fromAnotherNetwork();
    const statuses = [];
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await registerByApi({ ...person(`bulk${n}@example.com`) }, network)).status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("registration secrets", () => {
  it("appear neither in the database nor in the log", async () => {
    await registerByApi(person("secret@example.com", { password: "correct horse battery" }));
    const token = tokenIn(await waitForMail("secret@example.com", /Verify/));
    const tables = await app.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const found = await app.sql<{ row: string }>(`select t::text as row from ${name} t`);
      const everything = found.map(({ row }) => row).join("\n");
      for (const secret of [token, "correct horse battery", "a password never seen", PASSWORD]) {
        expect(everything.includes(secret), `${secret} in ${name}`).toBe(false);
      }
    }
    expect(tables.length).toBeGreaterThan(20);
    const log = written.join("");
    for (const secret of [token, "correct horse battery", PASSWORD]) expect(log).not.toContain(secret);
    expect(log.length).toBeGreaterThan(100);
  });
});
