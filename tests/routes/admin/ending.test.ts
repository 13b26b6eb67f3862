import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, get, html as htmlAs, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, describe, expect, it, vi } from "vitest";

const ZONE = "America/New_York";
setUpStaffApp({ SITE_TZ: ZONE }, { doesJobs: true });
afterEach(() => database.rows("delete from ads; delete from banners"));

const TO_COME = "2150-01-01T14:30:00.000Z";
const PASSED = "2020-01-01T00:00:00Z";

/** Everything with an end time, and a text that readers see. */
const KINDS = [
  {
    ...{ path: "ads", table: "ads", api: "/api/ads", mark: "https://copper.demo.test/" },
    values: { name: "https://copper.demo.test/", category: "square", position: 1, status: "published" },
  },
  {
    ...{ path: "banner", table: "banners", api: "/api/banners", mark: "Copper at a discount" },
    values: { title: "Copper at a discount" },
  },
] as const;
type Kind = (typeof KINDS)[number];

const ending = ({ table, values }: Kind, unpublishAt: unknown) =>
  insertRecord(database, table, { ...values, unpublish_at: unpublishAt });

const savedIn = async ({ table }: Kind) =>
  (await database.rows<{ at: Date | null }>(`select unpublish_at as at from ${table}`)).map(({ at }) =>
    at?.toISOString(),
  );

const html = (path: string, person: Person = "superadmin") => htmlAs(path, person);

const formValues = ({ values }: Kind) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
const edit = (kind: Kind, id: string, unpublishAt: string) =>
  post(`/admin/${kind.path}/${id}/edit`, { ...formValues(kind), unpublishAt }, "superadmin");

describe.each(KINDS)("the end of $path", (kind) => {
  it("is a minute in the site's zone, and the form shows it again", async () => {
    const id = await ending(kind, null);
    expect((await edit(kind, id, "2150-01-01T09:30")).status).toBe(303);
    expect(await savedIn(kind)).toEqual([TO_COME]);
    const form = await html(`/admin/${kind.path}/${id}/edit`);
    expect(form).toContain('value="2150-01-01T09:30"');
    expect(form).toContain(`Date and time in ${ZONE}`);
    expect(await html(`/admin/${kind.path}`)).toMatch(/until (<!-- -->)?<time[^>]*>1 Jan 2150/);
    expect((await edit(kind, id, "")).status).toBe(303);
    expect(await savedIn(kind)).toEqual([undefined]);
  });

  it.each([
    "2001-01-01T09:30",
    "soon",
    "2148-03-10T02:30",
  ])("rejects %s and keeps the input", async (typed) => {
    const id = await ending(kind, TO_COME);
    const refused = await edit(kind, id, typed);
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toMatch(/Unpublish at( must be|: 02:30 does not exist)|“Unpublish at” is in the past/);
    expect(text).toContain(`value="${typed}"`);
    expect(await savedIn(kind)).toEqual([TO_COME]);
  });

  it("may be in the past if another field changes", async () => {
    const id = await ending(kind, PASSED);
    expect((await edit(kind, id, "2019-12-31T19:00")).status).toBe(303);
    expect(await savedIn(kind)).toEqual(["2020-01-01T00:00:00.000Z"]);
  });

  it(
    "hides the record from readers, and lists it as ended for staff",
    spec("beyond come out minute site"),
    async () => {
      const id = await ending(kind, PASSED);
      for (const person of ["visitor", "private"] as const) {
        for (const path of ["/", "/news", kind.api])
          expect(await html(path, person)).not.toContain(kind.mark);
        expect((await get(`${kind.api}/${id}`, person)).status).toBe(404);
      }
      const rows = async (status: string) =>
        (await html(`/admin/${kind.path}?status=${status}`)).match(/<tr id="row-/g)?.length ?? 0;
      expect([await rows("ended"), await rows("published")]).toEqual([1, 0]);
      expect(await html(`/admin/${kind.path}`)).toContain("Ended");
    },
  );

  it("is ISO 8601 in the API", async () => {
    const id = await ending(kind, null);
    const put = (unpublishAt: unknown) => api("PUT", `${kind.api}/${id}`, { unpublishAt }, "superadmin");
    expect(await put("2150-01-01T15:30:20+01:00")).toMatchObject({
      status: 200,
      body: { unpublishAt: TO_COME },
    });
    expect(await (await get(`${kind.api}/${id}`, "visitor")).json()).toMatchObject({ unpublishAt: TO_COME });
    for (const bad of [42, {}, "soon", "2001-01-01T00:00:00Z", "a\u0000"])
      expect(await put(bad)).toMatchObject({
        status: 422,
        body: { errors: { unpublishAt: expect.any(String) } },
      });
    expect(await put(null)).toMatchObject({ status: 200, body: { unpublishAt: null } });
  });
});

it("the end of a record removes it from a cached page", spec("beyond come out minute site"), async () => {
  const end = new Date(Date.now() + 4_000);
  for (const kind of KINDS) await ending(kind, end);
  const readMarks = async () => {
    const page = await html("/", "visitor");
    return KINDS.map(({ mark }) => page.includes(mark));
  };
  expect(await readMarks()).toEqual([true, true]);
  await vi.waitFor(async () => expect(await readMarks()).toEqual([false, false]), 120_000);
  for (const { table } of KINDS)
    await vi.waitFor(async () => {
      const [row] = await database.rows<{ told: boolean }>(
        `select updated_at >= unpublish_at as told from ${table}`,
      );
      expect([table, row?.told]).toEqual([table, true]);
    }, 120_000);
});
