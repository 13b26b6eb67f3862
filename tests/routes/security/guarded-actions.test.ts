import { insertRecord } from "tests/support/record-factories";
import { type RequestBody, requestInit } from "tests/support/request-bodies";
import { LISTS } from "tests/support/resources";
import { allRoutes, dataUrl } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { PASSWORD } from "tests/support/test-app";
import { cookiesFrom, sendPassword } from "tests/support/two-step";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inlineFields } from "~/admin-kit/inline-fields.server";
import {
  freshnessFor,
  GUARDED_ACTIONS,
  HOURLY_ACTIONS,
  rolesFor,
  rolesWith,
} from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import {
  ASKING_PLACES,
  type Door,
  GUARDED_DOORS,
  HOURLY_DOORS,
  MATRIX_DOORS,
  NOT_ASKED,
  patternOf,
  verbOf,
} from "./guarded-entry-points";
import { MATRIX } from "./matrix";
import { matrixPath } from "./matrix-records";

// Without the site's jobs: no request causes their writes.
setUpApp();

type Headers = Record<string, string>;

let cookies = "";
let token = "";

beforeAll(async () => {
  cookies = cookiesFrom(await sendPassword("superadmin@demo.test"));
  token = await app.tokenOf("superadmin");
});
beforeEach(() => database.rows("delete from rate_limits"));

const asCookie = (): Headers => ({ Cookie: cookies });
const asBearer = (): Headers => ({
  Authorization: `Bearer ${/openbell_staff=([^;]*)/.exec(cookies)?.[1]}`,
});
const withToken = (): Headers => ({ Authorization: `Bearer ${token}` });

const confirmPasswordAgo = (minutes: number) =>
  database.rows("update sessions set password_confirmed_at = now() - make_interval(mins => ?)", [minutes]);

const ALL_GUARDED = Object.values(GUARDED_DOORS).flat();
const ALL_HOURLY = Object.values(HOURLY_DOORS).flat();

/** An address's record, if it has one: each attempt gets a new one. */
const recordFor = async (door: Door) => {
  const { table } = MATRIX[patternOf(door)] ?? {};
  return table ? insertRecord(database, table) : "";
};

const filled = (body: RequestBody | undefined, id: string): RequestBody | undefined =>
  body && "form" in body
    ? {
        form: Object.fromEntries(
          Object.entries(body.form).map(([name, value]) => [name, value.replace("{id}", id)]),
        ),
      }
    : body;

async function request(door: Door, id: string, who: Headers, formOf = asItIs): Promise<Response> {
  const [pattern, verb] = [patternOf(door), verbOf(door)];
  const write = verb === "GET" ? undefined : MATRIX[pattern]?.[verb];
  const search = (door.search ?? write?.search ?? MATRIX[pattern]?.search ?? "").replace("{id}", id);
  const { headers, body } = requestInit(filled(door.body ?? write?.body, id));
  return app.request(formOf(matrixPath(pattern, id) + search), {
    method: verb,
    headers: { ...headers, ...who },
    body,
  });
}

const asItIs = (address: string) => address;

/** Whether the answer needs the password: a page redirects to the form, the API has a message. */
async function needsPassword(answer: Response): Promise<boolean> {
  const text = await answer.text();
  // Single fetch writes a redirect into the body of a 202.
  const to =
    answer.status === 202 ? (/"(\/[^"]*)"/.exec(text)?.[1] ?? "") : (answer.headers.get("Location") ?? "");
  if (to.startsWith("/admin/password-check?")) return true;
  const isApi = new URL(answer.url).pathname.startsWith("/api/");
  return isApi && answer.status === 403 && text.includes("Enter your password again at");
}

/** All rows except the forms that wait for the password. */
const digest = async () => {
  await database.rows("delete from held_submissions");
  return database.digest();
};

const titled = (doors: readonly Door[]) =>
  doors.map((door) => ({
    ...door,
    title: door.at + (door.search ?? "") + (door.body ? ` ${JSON.stringify(door.body)}` : ""),
  }));

describe.each([
  { doors: ALL_GUARDED, kind: "a guarded action", asked: 11, passes: 9 },
  { doors: ALL_HOURLY, kind: "an edit of a member", asked: 61, passes: 59 },
])("addresses of $kind", ({ doors, asked, passes }) => {
  it.each(titled(doors))(
    `need the password after ${asked} minutes, and not after ${passes}: $title`,
    spec("2.4-7 deeds ask one table", "2.4-7 password once more before"),
    async (door) => {
      const id = await recordFor(door);
      await confirmPasswordAgo(asked);
      const before = await digest();
      expect(await needsPassword(await request(door, id, asCookie()))).toBe(true);
      expect(await needsPassword(await request(door, id, asBearer()))).toBe(true);
      expect(await digest()).toEqual(before);
      const isApi = patternOf(door).startsWith("/api/");
      if (isApi) expect(await needsPassword(await request(door, id, withToken()))).toBe(false);
      await confirmPasswordAgo(passes);
      const again = isApi ? await recordFor(door) : id;
      expect(await needsPassword(await request(door, again, asCookie()))).toBe(false);
    },
  );
});

describe("the table of guarded actions", () => {
  it("describes each action once", () => {
    const deeds = [...Object.values(GUARDED_ACTIONS).flat(), ...HOURLY_ACTIONS];
    expect(deeds.toSorted()).toEqual([...new Set(deeds)].toSorted());
    for (const action of deeds) expect([action, rolesWith(action).length]).not.toEqual([action, 0]);
    for (const action of Object.values(GUARDED_ACTIONS).flat())
      expect(freshnessFor(action)).toBe("ten minutes");
    for (const [action, doors] of Object.entries({ ...GUARDED_DOORS, ...HOURLY_DOORS }))
      expect([action, doors.length]).not.toEqual([action, 0]);
    expect(freshnessFor("members.write")).toBe("an hour");
    expect(freshnessFor("news.write")).toBeUndefined();
  });

  it("covers the permissions of each list", () => {
    for (const { path, noun, roles } of LISTS) {
      // A kind's own permissions apply to its records.
      if (path === "bin") continue;
      const granted = rolesFor(noun);
      expect([path, roles.read]).toEqual([path, granted.read]);
      for (const change of ["write", "remove"] as const)
        if (roles[change].length > 0) expect([path, roles[change]]).toEqual([path, granted[change]]);
    }
  });

  it("has an address for every action that a list offers", () => {
    const listed = new Set([...ALL_GUARDED, ...ALL_HOURLY].map(({ at }) => at as string));
    for (const list of LISTS) {
      const { path, noun, form, listing } = list as typeof list & { form?: { add?: object } };
      const superadmin = { role: "superadmin" } as StaffViewer;
      const [writes, deletes] = [freshnessFor(`${noun}.write`), freshnessFor(`${noun}.delete`)];
      const ways = [
        ...(freshnessFor(`${noun}.export`) ? [`GET /admin/${path}/export.csv`] : []),
        ...(writes && form?.add ? [`POST /admin/${path}/new`] : []),
        ...(writes && form ? [`POST /admin/${path}/:id/edit`] : []),
        ...(writes && inlineFields(list, superadmin).size > 0 ? [`POST /admin/${path}`] : []),
        ...(writes && "chosenTogether" in listing && listing.chosenTogether
          ? [`POST /admin/${path}/selection`]
          : []),
        ...(deletes && "removal" in list ? [`POST /admin/${path}`] : []),
      ];
      for (const way of ways) expect([way, listed.has(way)]).toEqual([way, true]);
    }
  });

  it("has an address for every write below its paths, except those with a reason", () => {
    const listed = new Set([...ALL_GUARDED, ...ALL_HOURLY].map(({ at }) => at as string));
    const writes = MATRIX_DOORS.filter(
      (door) => verbOf(door) !== "GET" && ASKING_PLACES.some((place) => place.test(patternOf(door))),
    ).map(({ at }) => at as string);
    expect(writes.filter((at) => !listed.has(at)).toSorted()).toEqual(Object.keys(NOT_ASKED).toSorted());
  });
});

/** Ends the current session, or is the password form itself. */
const LEFT_OUT = /^\/(admin\/)?(logout|login)(\/|$)|^\/admin\/password-check$|^\/api\/auth\/session$/;

const PAGES = new Set(allRoutes().flatMap(({ page, pattern }) => (page ? [pattern] : [])));

describe("the matrix of addresses", () => {
  it(
    "needs the password after an hour at the addresses of the table, and nowhere else",
    spec("2.4-7 deeds ask one table"),
    async () => {
      const asking: string[] = [];
      for (const door of MATRIX_DOORS) {
        const pattern = patternOf(door);
        if (LEFT_OUT.test(pattern)) continue;
        await confirmPasswordAgo(61);
        // A page's data: the same checks, and no page to draw.
        const formOf = PAGES.has(pattern) ? dataUrl : asItIs;
        const answer = await request(door, await recordFor(door), asCookie(), formOf);
        if (await needsPassword(answer)) asking.push(door.at);
      }
      const named = new Set([...ALL_GUARDED, ...ALL_HOURLY].map(({ at }) => at));
      const expected = MATRIX_DOORS.map(({ at }) => at).filter((at) => named.has(at));
      expect(asking.toSorted()).toEqual([...expected].toSorted());
    },
  );
});

describe("a form that waits for the password", () => {
  const form = { firstname: "Ada", lastname: "Test", email: "taken-later@demo.test" };

  it("does not save a new email address after an older password", async () => {
    const id = await insertRecord(database, "members");
    const path = `/admin/manage-users/${id}/edit`;
    await confirmPasswordAgo(11);
    const held = await app.request(path, { method: "POST", cookies, body: form });
    const [, waits = ""] = /held=([\w-]+)/.exec(held.headers.get("Location") ?? "") ?? [];
    const gone = await app.request(`${path}?held=${waits}`, {
      method: "POST",
      cookies,
      body: { goesOn: "on" },
    });
    expect(await needsPassword(gone)).toBe(true);
    const stored = () => database.rows<{ email: string }>("select email from members where id = ?", [id]);
    expect((await stored())[0]?.email).not.toBe(form.email);
    const check = gone.headers.get("Location") ?? "";
    const given = { currentPassword: PASSWORD, goesOn: "on" };
    const on = await app.request(check, { method: "POST", cookies, body: given });
    const done = await app.request(on.headers.get("Location") ?? "", {
      method: "POST",
      cookies,
      body: given,
    });
    expect([on.status, done.headers.get("Location")]).toEqual([307, `/admin/manage-users/${id}`]);
    expect(await stored()).toEqual([{ email: form.email }]);
  });

  it("is not needed for a file: the password form does not redirect in a circle after an older password", async () => {
    await confirmPasswordAgo(30);
    const file = "/admin/manage-users/export.csv";
    const check = await app.request(file, { cookies });
    const page = await app.request(check.headers.get("Location") ?? "", { cookies });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Confirm your password")]);
    const imports = await app.request("/admin/manage-users/import", { cookies });
    expect((await app.request(imports.headers.get("Location") ?? "", { cookies })).status).toBe(200);
  });

  it("deletes the records of a list or of several rows after the password", async () => {
    const [one, other] = [await insertRecord(database, "packages"), await insertRecord(database, "packages")];
    const left = () => database.rows("select 1 from packages where id in (?, ?)", [one, other]);
    for (const [path, body] of [
      [`/admin/packages?delete=${one}`, {}],
      [`/admin/packages/selection?id=${other}&change=delete`, { versions: `${other}:1` }],
    ] as const) {
      const before = (await left()).length;
      await confirmPasswordAgo(11);
      const check = await app.request(path, { method: "POST", cookies, body });
      expect((await left()).length).toBe(before);
      const given = { currentPassword: PASSWORD, goesOn: "on" };
      const on = await app.request(check.headers.get("Location") ?? "", {
        method: "POST",
        cookies,
        body: given,
      });
      const done = await app.request(on.headers.get("Location") ?? "", {
        method: "POST",
        cookies,
        body: given,
      });
      expect([on.status, done.status, (await left()).length]).toEqual([307, 303, before - 1]);
    }
  });
});
