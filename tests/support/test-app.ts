import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import { readConfig } from "~/platform/config.server";
import { clearingPageCache } from "./cached-pages";
import { openQueries, testDatabase } from "./postgres";
import { PATIENCE, waitUntil } from "./server-process";

export type Person =
  | "visitor"
  | "basic"
  | "premium"
  | "private"
  | "lapsed"
  | "pending"
  | "inactive"
  | "editor"
  | "admin"
  | "superadmin"
  | "inactive-staff";

/** Not a literal in the import: the type checker must not read the bundle. */
const BUNDLE = new URL("../../build/server/index.js", import.meta.url).href;

export const PASSWORD = "a password for tests";

type RequestOptions = Omit<RequestInit, "body" | "headers"> & {
  body?: BodyInit | Record<string, string>;
  /** Sent as JSON instead of a body. */
  json?: unknown;
  headers?: Record<string, string>;
  cookies?: string;
};

/** The built server on a database of its own, with `request` for requests and `sql` for its database. */
export type TestApp = {
  url: string;
  /** The address of its metrics, if they have a separate port. */
  metricsUrl?: string;
  databaseUrl: string;
  /** The folder of its uploads. */
  dataDir: string;
  /**
   * An object as body is sent as a form. It does not follow redirects, and requests no compression by
   * default.
   */
  request(path: string, options?: RequestOptions): Promise<Response>;
  /** The `Cookie` header of a signed-in person (empty for people who cannot sign in). */
  cookiesOf(person: Person): Promise<string>;
  /** A Bearer token of the same. */
  tokenOf(person: Person): Promise<string>;
  sql<Row>(text: string, values?: (string | number)[]): Promise<Row[]>;
  stop(): Promise<void>;
};

type Start = {
  /** Starts a proxy between server and database. @returns the address for the server */
  wrapDatabase?: (databaseUrl: string) => Promise<string>;
  /** Whether it runs the site's jobs: emails, imports, hourly tasks. Otherwise only requests cause work. */
  doesJobs?: boolean;
};

/**
 * Starts the build (`npm test` creates it first) in this process with one account of each kind, all with `PASSWORD`
 * at `<person>@demo.test`.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  { wrapDatabase = asItIs, doesJobs = false }: Start = {},
): Promise<TestApp> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "openbell-test-"));
  const read = readConfig({
    NODE_ENV: "test",
    PORT: "0",
    DATABASE_URL: await wrapDatabase(database.url),
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    DRAIN_SECONDS: "0",
    DATABASE_PATIENCE: PATIENCE,
    PUBLIC_URL: "http://localhost:3000",
    // The superadmin signs in with a password alone, except in tests of two-step sign-in.
    TWO_STEP_FOR: "nobody",
    ...env,
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  process.env.LOG_LEVEL ??= "silent";
  const { startServer } = (await import(BUNDLE)) as typeof import("~/server/main");
  const running = await startServer(read.config, { doesJobs });
  const queries = openQueries(database.url);
  const sql: TestApp["sql"] = (text, values) => clearingPageCache(text, () => queries.run(text, values));
  if (doesJobs) await firstTasksAreDone(sql);
  await createPeople(sql);
  const request = (path: string, options: RequestOptions = {}) => sendRequest(running.url, path, options);
  return {
    url: running.url,
    metricsUrl: running.metricsUrl,
    databaseUrl: database.url,
    dataDir,
    request,
    sql,
    cookiesOf: async (person) => (await signIn(request, person)).cookies,
    tokenOf: async (person) => (await signIn(request, person)).token,
    async stop() {
      await running.stop();
      await queries.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The hourly tasks, requested at the start: later they might process the rows of a test. */
async function firstTasksAreDone(sql: TestApp["sql"]): Promise<void> {
  const left = "select 1 from jobs.job where name = 'hourly' and state in ('created', 'retry', 'active')";
  await waitUntil(async () => (await sql(left)).length === 0);
}

const asItIs = async (databaseUrl: string) => databaseUrl;

function sendRequest(
  base: string,
  path: string,
  { body, json, cookies, headers, ...rest }: RequestOptions,
): Promise<Response> {
  const type: Record<string, string> = json === undefined ? {} : { "Content-Type": "application/json" };
  return fetch(new URL(path, base), {
    redirect: "manual",
    ...rest,
    headers: { "Accept-Encoding": "identity", ...(cookies ? { Cookie: cookies } : {}), ...type, ...headers },
    body: json === undefined ? encodeBody(body) : JSON.stringify(json),
  });
}

const encodeBody = (body: RequestOptions["body"]): BodyInit | undefined =>
  body && Object.getPrototypeOf(body) === Object.prototype
    ? new URLSearchParams(body as Record<string, string>)
    : (body as BodyInit | undefined);

const STAFF: Person[] = ["editor", "admin", "superadmin", "inactive-staff"];

async function createPeople(sql: TestApp["sql"]): Promise<void> {
  const passwordHash = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 });
  const member = (
    name: Person,
    subscription: string,
    status = "active",
    expires: string | null = "now() + interval '20 days'",
  ) =>
    sql(
      `insert into members (id, firstname, lastname, email, password_hash, subscription, subscription_expires_at,
                            status, referral_code)
       values (gen_random_uuid(), ?, 'Tester', ?, ?, ?, ${subscription === "Basic" ? null : expires}, ?, ?)`,
      [name, `${name}@demo.test`, passwordHash, subscription, status, `CODE-${name}`.toUpperCase()],
    );
  await member("basic", "Basic");
  await member("premium", "Premium");
  await member("private", "Private");
  await member("lapsed", "Premium", "active", "now() - interval '1 minute'");
  await member("pending", "Premium", "pending");
  await member("inactive", "Premium", "inactive");
  for (const name of STAFF) {
    await sql(
      `insert into staff (id, fullname, email, password_hash, role, status)
       values (gen_random_uuid(), ?, ?, ?, ?, ?)`,
      [
        `${name} tester`,
        `${name}@demo.test`,
        passwordHash,
        name === "inactive-staff" ? "admin" : name,
        name === "inactive-staff" ? "inactive" : "active",
      ],
    );
  }
}

async function signIn(
  request: TestApp["request"],
  person: Person,
): Promise<{ cookies: string; token: string }> {
  if (person === "visitor") return { cookies: "", token: "" };
  const address = STAFF.includes(person) ? "/api/auth/admin/login" : "/api/auth/user/login";
  const credentials = { email: `${person}@demo.test`, password: PASSWORD };
  const response = await request(address, { method: "POST", json: credentials });
  if (!response.ok) return { cookies: "", token: "" };
  const { token } = (await response.json()) as { token: string };
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return { cookies: cookies.join("; "), token };
}
