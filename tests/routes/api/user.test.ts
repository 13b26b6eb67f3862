import sharp from "sharp";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Reply = { message: string; user: Record<string, unknown>; token: string; errors?: object };

const bearer = async () => ({ Authorization: `Bearer ${await app.tokenOf("basic")}` });

async function put(body: BodyInit, headers: Record<string, string> = {}): Promise<[number, Reply]> {
  const answer = await app.request("/api/user/profile", {
    method: "PUT",
    body,
    headers: { ...(await bearer()), ...headers },
  });
  return [answer.status, (await answer.json()) as Reply];
}

const JSON_BODY = { "Content-Type": "application/json" };

describe("profile", () => {
  it("returns the member's own data, with the effective tier and without a hash", async () => {
    const answer = await app.request("/api/user/profile", { headers: await bearer() });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const body = await answer.text();
    expect(body).not.toMatch(/argon2|password/i);
    const { user } = JSON.parse(body) as Reply;
    expect(user).toMatchObject({
      email: "basic@demo.test",
      subscription: "Basic",
      status: "active",
      role: "user",
      registeredByAdmin: false,
      profileImage: null,
    });
    expect(user._id).toBe(user.id);
    const lapsed = { Authorization: `Bearer ${await app.tokenOf("lapsed")}` };
    const other = (await (await app.request("/api/user/profile", { headers: lapsed })).json()) as Reply;
    expect(other.user.subscription).toBe("Basic");
  });

  it("is refused to visitors, staff, bad tokens and other methods", async () => {
    const ask = (headers: Record<string, string>, method = "GET") =>
      app.request("/api/user/profile", { headers, method });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ Authorization: `Bearer ${await app.tokenOf("admin")}` })).status).toBe(401);
    expect((await ask({ Authorization: "Bearer nonsense" })).status).toBe(401);
    const deleted = await ask(await bearer(), "DELETE");
    expect(deleted.status).toBe(405);
    expect(deleted.headers.get("Allow")).toContain("PUT");
  });

  it("accepts names and a photo as multipart, but no new email", async () => {
    const form = new FormData();
    form.set("firstname", "Bea");
    form.set("lastname", "New");
    form.set("email", "other@example.com");
    const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    form.set("profileImage", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
    const [status, { message, user }] = await put(form);
    expect([status, message]).toEqual([200, "Profile updated successfully"]);
    expect(user).toMatchObject({ firstname: "Bea", lastname: "New", email: "basic@demo.test" });
    expect(user.profileImage).toMatch(/^\/uploads\/[0-9a-f-]{36}\/30\.webp$/);
    expect((await app.request(String(user.profileImage))).status).toBe(200);
  });

  it("ignores protected columns", async () => {
    const grab = {
      subscription: "Private",
      status: "inactive",
      role: "superadmin",
      id: "1",
    };
    const names = { firstname: "B", lastname: "L" };
    const [status] = await put(JSON.stringify({ ...names, ...grab }), JSON_BODY);
    expect(status).toBe(200);
    const [refused] = await put(JSON.stringify({ ...names, passwordHash: "x" }), JSON_BODY);
    expect(refused).toBe(422);
    const [member] = await app.sql<Record<string, unknown>>(
      "select subscription, status from members where email = 'basic@demo.test'",
    );
    expect(member).toEqual({ subscription: "Basic", status: "active" });
  });

  it.each([
    { $ne: null },
    ["a"],
    null,
    5,
    "",
    "a\nb",
    "\ud800",
    "x".repeat(101),
  ])("refuses %j as a name", async (firstname) => {
    const [status, { errors }] = await put(JSON.stringify({ firstname, lastname: "L" }), JSON_BODY);
    expect(status).toBe(422);
    expect(Object.keys(errors ?? {})).toEqual(["firstname"]);
  });
});

describe("login", () => {
  const login = (body: unknown) =>
    app.request("/api/auth/user/login", { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });

  it("returns a message, a token and the user", async () => {
    const reply = (await (await login({ email: "private@demo.test", password: PASSWORD })).json()) as Reply;
    expect(reply.message).toBe("Logged in successfully!");
    expect(reply.token).toMatch(/^[\w-]{43}$/);
    expect(reply.user).toMatchObject({ email: "private@demo.test", subscription: "Private" });
  });

  it("reports a pending or inactive account only with the right password", async () => {
    for (const [name, words] of [
      ["pending", "Please verify your email before you sign in"],
      ["inactive", "This account is not active. Please contact support"],
    ] as const) {
      const right = await login({ email: `${name}@demo.test`, password: PASSWORD });
      expect([right.status, ((await right.json()) as Reply).message]).toEqual([403, words]);
      const wrong = await login({ email: `${name}@demo.test`, password: "wrong" });
      expect([wrong.status, ((await wrong.json()) as Reply).message]).toEqual([
        401,
        "Invalid email or password",
      ]);
    }
  });
});

describe("the member endpoints", () => {
  it.each([
    ["register", "POST"],
    ["forget-password", "POST"],
    ["reset-password/x", "POST"],
  ])("%s accepts %s only", async (path, allow) => {
    const answer = await app.request(`/api/auth/user/${path}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe(allow);
  });
});
