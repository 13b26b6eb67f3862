import sharp from "sharp";
import { mailsTo, waitForMail } from "tests/support/mails";
import { allRoutes } from "tests/support/routes";
import { spec } from "tests/support/spec";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runHourlyTasks } from "~/server/hourly-tasks";

let app: TestApp;
let cookies = "";
beforeAll(async () => {
  app = await startTestApp({}, { doesJobs: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  cookies = await app.cookiesOf("premium");
});

const get = (path: string, as = cookies) => app.request(path, { cookies: as });
const post = (path: string, body: Record<string, string> | FormData, as = cookies) =>
  app.request(path, { method: "POST", body, cookies: as });

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#1B1464" } });

async function profileForm(photo?: { name: string; type: string; bytes: Uint8Array }): Promise<FormData> {
  const form = new FormData();
  form.set("firstname", "Paula");
  form.set("lastname", "Tester");
  form.set("email", "stolen@example.com");
  if (photo) form.set("profileImage", new Blob([photo.bytes as BlobPart], { type: photo.type }), photo.name);
  return form;
}

const images = () => app.sql<{ id: string }>("select id from images");

async function memberId(name: string): Promise<string> {
  const [found] = await app.sql<{ id: string }>("select id from members where email = ?", [
    `${name}@demo.test`,
  ]);
  if (!found) throw new Error(`${name} is not there`);
  return found.id;
}

const OWN_PAGES = allRoutes()
  .filter(({ pattern, opens }) => opens && /^\/dashboard\b[^:]*$/.test(pattern))
  .map(({ pattern }) => pattern)
  .concat("/dashboard/export.json");
const PAGES = [...OWN_PAGES, "/dashboard/receipts/00000000-0000-4000-8000-000000000000", "/referral"];

describe("the sign-in guard", () => {
  it.each(PAGES)(
    "%s redirects visitors to the sign-in page, for data requests too",
    spec("2.3 guard protected screens"),
    async (path) => {
      const answer = await get(path, "");
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Location")).toBe(`/login?next=${encodeURIComponent(path)}`);
      for (const leaf of ["", "?_routes=routes%2Faccount%2Fdashboard%2Fpersonal"]) {
        const data = await (await get(`${path}.data${leaf}`, "")).text();
        expect(data).not.toContain("premium@demo.test");
      }
    },
  );

  it("prevents caching of a member's pages", async () => {
    for (const path of OWN_PAGES) {
      expect((await get(path)).headers.get("Cache-Control"), path).toContain("no-store");
    }
  });
});

describe("the personal information page", () => {
  it(
    "shows the member, the tabs and the fixed email",
    spec("2.3 dashboard manage account personal"),
    async () => {
      const page = await (await get("/dashboard")).text();
      for (const words of ["Manage account", "Personal information", "Subscription", "Referrals"]) {
        expect(page).toContain(words);
      }
      expect(page).toContain("premium@demo.test");
      expect(page.replaceAll("<!-- -->", "")).toContain("Premium, 20 days left");
      expect(page).not.toContain('name="email"');
    },
  );

  it("saves the names and a re-encoded photo, deletes the old photo and keeps the email", async () => {
    for (const colour of ["#ff0000", "#00ff00"]) {
      const bytes = await picture()
        .tint(colour)
        .jpeg()
        .withExif({ IFD0: { Copyright: "secret place" } })
        .toBuffer();
      const saved = await post(
        "/dashboard",
        await profileForm({ name: "me.jpg", type: "image/jpeg", bytes }),
      );
      expect(saved.status).toBe(303);
    }
    const [image, ...others] = await images();
    expect(others).toEqual([]);
    const page = await (await get("/dashboard")).text();
    expect(page).toContain(`/uploads/${image?.id}/40.webp`);
    expect(page).toContain('value="Paula"');
    const file = Buffer.from(await (await app.request(`/uploads/${image?.id}/40.webp`)).arrayBuffer());
    expect(file.includes("secret place")).toBe(false);
    expect(await memberId("premium")).toBeTruthy();
    const [member] = await app.sql<{ email: string }>("select email from members where firstname = 'Paula'");
    expect(member?.email).toBe("premium@demo.test");
  });

  it("refuses SVG, other non-images and more than 5 MB, and keeps the typed values", async () => {
    const before = await images();
    const svg = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
    );
    const large = new Uint8Array(5 * 1024 * 1024 + 10);
    for (const [photo, words] of [
      [{ name: "a.svg", type: "image/svg+xml", bytes: svg }, "SVG"],
      [{ name: "a.png", type: "image/png", bytes: svg }, "SVG"],
      [{ name: "a.png", type: "image/png", bytes: new TextEncoder().encode("no picture") }, "not a picture"],
      [{ name: "a.png", type: "image/png", bytes: large }, "too large"],
    ] as const) {
      const answer = await post("/dashboard", await profileForm(photo));
      expect([words, answer.status]).toEqual([words, 422]);
      expect(await answer.text()).toContain(words);
    }
    const tenMegabytes = { name: "a.png", type: "image/png", bytes: new Uint8Array(10 * 1024 * 1024) };
    expect((await post("/dashboard", await profileForm(tenMegabytes))).status).toBe(413);
    expect(await images()).toEqual(before);
  });

  it(
    "turns reminders off and on; a form without the field leaves them unchanged",
    spec("beyond members say whether they"),
    async () => {
      const wanted = async () =>
        (
          await app.sql<{ wanted: boolean }>(
            "select remind_by_mail as wanted from members where email = 'premium@demo.test'",
          )
        )[0]?.wanted;
      const names = { firstname: "Paula", lastname: "Tester" };
      for (const [sent, then] of [
        [{ remindByMail: "no" }, false],
        [{}, false],
        [{ remindByMail: "maybe" }, false],
        [{ remindByMail: "yes" }, true],
      ] as const) {
        await post("/dashboard", { ...names, ...sent });
        expect(await wanted()).toBe(then);
        const page = await (await get("/dashboard")).text();
        expect(page).toContain(then ? '<option value="yes" selected' : '<option value="no" selected');
      }
    },
  );

  it("requires both names", async () => {
    const form = await profileForm();
    form.set("lastname", "");
    const answer = await post("/dashboard", form);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Last name is required");
  });
});

describe("the subscription page", () => {
  async function pay(name: string): Promise<string> {
    const [payment] = await app.sql<{ id: string }>(
      `insert into payments (member_id, plan, tier, amount, currency, status, payment_method, access_from, expires_at)
       values (?, 'Premium', 'Premium', 29.00, 'USD', 'COMPLETED', 'PayPal', now() - interval '10 days',
               now() + interval '20 days') returning id`,
      [await memberId(name)],
    );
    return payment?.id ?? "";
  }

  it(
    "shows plan, end, days left and payments; only the payer sees a receipt",
    spec("4 member payment status"),
    async () => {
      const [own, foreign] = [await pay("premium"), await pay("private")];
      const page = await (await get("/dashboard/subscription")).text();
      expect(page).toContain("<strong>20</strong>");
      expect(page).toContain("$29.00");
      expect(page).toContain(`/dashboard/receipts/${own}`);
      expect(page).not.toContain(foreign);
      const receipt = await get(`/dashboard/receipts/${own}`);
      expect(receipt.status).toBe(200);
      expect(await receipt.text()).toContain("Nothing renews automatically");
      for (const other of [foreign, "x", "00000000-0000-4000-8000-000000000000"]) {
        expect((await get(`/dashboard/receipts/${other}`)).status).toBe(404);
      }
    },
  );

  it("names the membership of a lapsed member that ended", async () => {
    const page = await (await get("/dashboard/subscription", await app.cookiesOf("lapsed"))).text();
    expect(page).toContain("Your <!-- -->Premium<!-- --> membership ended");
  });
});

describe("a password", () => {
  it("changes only with the current one, and signs out only other devices", async () => {
    const other = await app.cookiesOf("premium");
    const bearer = { Authorization: `Bearer ${await app.tokenOf("premium")}` };
    const change = (currentPassword: string, newPassword: string) =>
      post("/dashboard/password", { currentPassword, newPassword, confirmPassword: newPassword });
    const wrong = await change("not it", "another password");
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("This is not your current password");
    expect((await get("/dashboard", other)).status).toBe(200);
    expect((await change(PASSWORD, "another password")).status).toBe(303);
    expect((await get("/dashboard")).status).toBe(200);
    expect((await get("/dashboard", other)).status).toBe(302);
    expect((await app.request("/api/user/profile", { headers: bearer })).status).toBe(401);
    await waitForMail("premium@demo.test", /was changed/);
    await app.sql(
      "update members set password_hash = (select password_hash from members where email = 'basic@demo.test') where email = 'premium@demo.test'",
    );
  });

  it("cannot be guessed through a stolen session", async () => {
    const guess = () => post("/dashboard/deletion", { password: "a guess" });
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await guess()).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    await app.sql("delete from rate_limits");
  });
});

describe("signed-in devices", () => {
  it("are listed and can be signed out singly or all at once; other members' are out of reach", async () => {
    const other = await app.cookiesOf("premium");
    const stranger = await app.cookiesOf("private");
    const sessions = await app.sql<{ id: string; email: string }>(
      "select s.id, m.email from sessions s join members m on m.id = s.member_id order by s.created_at desc",
    );
    const strangers = sessions.find(({ email }) => email === "private@demo.test")?.id ?? "";
    const others = sessions.find(({ email }) => email === "premium@demo.test")?.id ?? "";
    const page = await (await get("/dashboard/devices")).text();
    expect(page).toContain("This device");
    expect(page).toContain(others);
    expect(page).not.toContain(strangers);
    await post("/dashboard/devices", { device: strangers });
    expect((await get("/dashboard", stranger)).status).toBe(200);
    await post("/dashboard/devices", { device: others });
    expect((await get("/dashboard", other)).status).toBe(302);
    expect((await get("/dashboard")).status).toBe(200);
    const everywhere = await post("/dashboard/devices", {});
    expect(everywhere.headers.get("Location")).toBe("/login");
    expect((await get("/dashboard")).status).toBe(302);
  });
});

describe("the data export", () => {
  it("downloads the member's data as a file without hashes", async () => {
    const answer = await get("/dashboard/export.json");
    expect(answer.headers.get("Content-Disposition")).toContain("attachment");
    const body = await answer.text();
    const data = JSON.parse(body) as { profile: { email: string }; sessions: unknown[] };
    expect(data.profile.email).toBe("premium@demo.test");
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(body).not.toMatch(/argon2|hash|private@demo/i);
  });
});

describe("account deletion", () => {
  const ask = () => post("/dashboard/deletion", { password: PASSWORD });
  const requestedAt = async (name: string) =>
    (
      await app.sql<{ at: string | null }>(
        "select deletion_requested_at as at from members where email = ?",
        [`${name}@demo.test`],
      )
    )[0]?.at;

  it("needs the password, signs out everywhere, and can be cancelled", async () => {
    expect((await post("/dashboard/deletion", { password: "wrong" })).status).toBe(422);
    expect(await requestedAt("premium")).toBeNull();
    const requested = await ask();
    expect(requested.headers.get("Location")).toBe("/login");
    expect((await get("/dashboard")).status).toBe(302);
    await waitForMail("premium@demo.test", /will be deleted/);
    await runHourlyTasks();
    cookies = await app.cookiesOf("premium");
    expect(await (await get("/dashboard")).text()).toContain("Keep my account");
    await post("/dashboard/deletion/cancellation", {});
    expect(await requestedAt("premium")).toBeNull();
    expect(await (await get("/dashboard")).text()).not.toContain("Keep my account");
  });

  it("is cancelled only by its button; an outdated address redirects to the form", async () => {
    await app.sql("update members set deletion_requested_at = now() where email = 'premium@demo.test'");
    const old = await post("/dashboard/delete?keep", {});
    expect([old.status, old.headers.get("Location")]).toEqual([308, "/dashboard/deletion?keep"]);
    expect((await post("/dashboard/deletion?keep", {})).status).toBe(422);
    expect(await requestedAt("premium")).not.toBeNull();
    const visit = await get("/dashboard/deletion/cancellation");
    expect([visit.status, visit.headers.get("Location")]).toEqual([302, "/dashboard"]);
    expect(await requestedAt("premium")).not.toBeNull();
    const kept = await post("/dashboard/deletion/cancellation", {});
    expect([kept.status, kept.headers.get("Location")]).toEqual([303, "/dashboard"]);
    expect(await requestedAt("premium")).toBeNull();
  });

  it("deletes accounts after thirty days, not sooner; paying members stay without a name", async () => {
    await app.sql(
      "update members set deletion_requested_at = now() - interval '29 days' where email = 'basic@demo.test'",
    );
    await app.sql(
      "update members set deletion_requested_at = now() - interval '31 days' where email in ('lapsed@demo.test', 'premium@demo.test')",
    );
    const paid = await memberId("premium");
    await runHourlyTasks();
    expect(await requestedAt("basic")).not.toBeNull();
    expect(await app.sql("select 1 from members where email = 'lapsed@demo.test'")).toEqual([]);
    const [kept] = await app.sql<Record<string, unknown>>("select * from members where id = ?", [paid]);
    expect(kept).toMatchObject({ firstname: "Deleted", status: "inactive", profile_image_id: null });
    expect(kept?.email).not.toContain("premium");
    expect(await app.sql("select 1 from payments where member_id = ?", [paid])).not.toEqual([]);
    expect(await images()).toEqual([]);
    expect(await mailsTo("premium@demo.test")).toEqual([]);
    expect((await get("/dashboard")).status).toBe(302);
    await runHourlyTasks();
    expect(await app.sql("select 1 from members where id = ?", [paid])).toHaveLength(1);
  });
});
