import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { tokenIn, waitForMail } from "tests/support/mails";
import { PATIENCE } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { cookiesFrom } from "tests/support/two-step";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BUNDLE = fileURLToPath(new URL("../../../build/server/index.js", import.meta.url));

let app: TestApp;
let secondServer: ChildProcess;
let secondUrl = "";

beforeAll(async () => {
  app = await startTestApp({}, { doesJobs: true });
  secondServer = spawn(process.execPath, [BUNDLE, "serve"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      PORT: "0",
      DATABASE_URL: app.databaseUrl,
      PUBLIC_URL: "http://localhost:3000",
      LOG_LEVEL: "silent",
      DATABASE_PATIENCE: PATIENCE,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  secondUrl = await new Promise<string>((resolve, reject) => {
    secondServer.once("exit", (code) => reject(new Error(`The second server ended with ${code}`)));
    secondServer.stdout?.on("data", (chunk: Buffer) => {
      const port = /localhost:(\d+)/.exec(chunk.toString())?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
});

afterAll(async () => {
  const ended = new Promise((resolve) => secondServer.once("exit", resolve));
  secondServer.removeAllListeners("exit");
  secondServer.once("exit", () => {});
  secondServer.kill("SIGTERM");
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
  await app.stop();
});

const onSecond = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, secondUrl), { redirect: "manual", ...init });

const POST = (body: object) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Whether a cookie and a bearer token still open the account, on each of the two servers. */
async function canOpen(cookies: string, token: string): Promise<boolean[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const answers = [
    await app.request("/dashboard", { cookies }),
    await onSecond("/dashboard", { headers: { Cookie: cookies } }),
    await app.request("/api/user/profile", { headers }),
    await onSecond("/api/user/profile", { headers }),
  ];
  return answers.map(({ status }) => status === 200);
}

const ALL = [true, true, true, true];
const NONE = [false, false, false, false];

describe("two servers on one database", () => {
  it("both end every session of a member after a password reset on one", async () => {
    const [cookies, token] = [await app.cookiesOf("basic"), await app.tokenOf("basic")];
    expect(await canOpen(cookies, token)).toEqual(ALL);
    await onSecond("/api/auth/user/forget-password", POST({ email: "basic@demo.test" }));
    const link = tokenIn(await waitForMail("basic@demo.test", /Set a new password/));
    const reset = await onSecond(
      `/api/auth/user/reset-password/${link}`,
      POST({ password: "a new password" }),
    );
    expect(reset.status).toBe(200);
    expect(await canOpen(cookies, token)).toEqual(NONE);
  });

  it("both end the other sessions after a password change", async () => {
    const [cookies, token] = [await app.cookiesOf("premium"), await app.tokenOf("premium")];
    const own = await app.cookiesOf("premium");
    const changed = await onSecond("/dashboard/password", {
      method: "POST",
      headers: { Cookie: own },
      body: new URLSearchParams({
        currentPassword: PASSWORD,
        newPassword: "a new password",
        confirmPassword: "a new password",
      }),
    });
    expect(changed.status).toBe(303);
    expect(await canOpen(cookies, token)).toEqual(NONE);
    expect((await app.request("/dashboard", { cookies: own })).status).toBe(200);
  });

  it("both refuse a deactivated member", spec("2.4-7 sessions end status role"), async () => {
    const [cookies, token] = [await app.cookiesOf("private"), await app.tokenOf("private")];
    expect(await canOpen(cookies, token)).toEqual(ALL);
    await app.sql("update members set status = 'inactive' where email = 'private@demo.test'");
    expect(await canOpen(cookies, token)).toEqual(NONE);
  });

  it("let one of forty concurrent resets succeed", async () => {
    await app.sql("update members set status = 'active' where email = 'private@demo.test'");
    await onSecond("/api/auth/user/forget-password", POST({ email: "private@demo.test" }));
    const link = tokenIn(await waitForMail("private@demo.test", /Set a new password/));
    const path = `/api/auth/user/reset-password/${link}`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const body = POST({ password: `password number ${n}` });
        return n % 2 ? onSecond(path, body) : app.request(path, body);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("let one of forty concurrent sign-ins by one emailed link succeed", async () => {
    const email = "premium@demo.test";
    const requested = await onSecond("/login/link", { method: "POST", body: new URLSearchParams({ email }) });
    const link = tokenIn(await waitForMail(email, /^Sign in to/));
    const init = {
      method: "POST",
      headers: { Cookie: cookiesFrom(requested) },
      body: new URLSearchParams(),
    };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        fetch(new URL(`/login/link/${link}`, n % 2 ? secondUrl : app.url), { redirect: "manual", ...init }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array(39).fill(400)]);
  });
});
