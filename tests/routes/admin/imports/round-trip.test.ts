import { parse } from "csv-parse/sync";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { compareImport, decide, importOf, PATH, plan, writeImport } from "./importing";

setUpStaffApp({ SITE_TZ: "America/New_York" });

const exported = async () => (await get("/admin/manage-users/export.csv?as=data")).text();

type Line = Record<string, string>;
const linesOf = (file: string): Line[] =>
  (parse(file, { bom: true, columns: true, relax_column_count: true }) as Line[])
    .filter(({ id }) => id !== "#rows")
    .toSorted((one, other) => ((one.email ?? "") < (other.email ?? "") ? -1 : 1));

/** Values that are specific to one database. */
const OWN = ["id", "serialNumber", "profileImage", "registeredByAdmin", "updatedAt", "version"];
const withoutOwn = (line: Line) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !OWN.includes(name)));

const HOSTILE = [
  `=HYPERLINK("x")`,
  "'=twice",
  `"quoted", with commas`,
  "<b>Bold</b>",
  "\u05D3\u05D4",
  "+49 89",
  "\u05D0\u05D1",
];

beforeEach(async () => {
  await database.rows("delete from members");
  await database.empty("member_imports");
  const add = (name: string, values: Record<string, unknown>) =>
    insertRecord(database, "members", {
      email: `${name}@trip.test`,
      firstname: "Ada",
      lastname: name,
      ...values,
    });
  await add("endless", { subscription: "Private", subscription_expires_at: null });
  await add("running", {
    subscription: "Premium",
    subscription_expires_at: "2199-05-06T07:08:09.123Z",
    status: "inactive",
  });
  await add("ended", {
    subscription: "Premium",
    subscription_expires_at: "2020-01-02T03:04:05Z",
    created_at: "2019-01-02T03:04:05.678Z",
  });
  await add("silent", { remind_by_mail: false, status: "pending", email_verified_at: null });
  for (const [nth, name] of HOSTILE.entries()) {
    const id = await add(`hostile${nth}`, { firstname: name, lastname: name });
    for (const [at, text] of [`${name}\nand a second line`, name].entries())
      await database.rows(
        "insert into member_notes (member_id, staff_name, text, created_at) values (?, 'Mara', ?, now() + interval '1 second' * ?)",
        [id, text, at],
      );
  }
});

const TIERS = {
  ...plan(0, "Basic", "Basic"),
  ...plan(1, "Premium", "Premium"),
  ...plan(2, "Private", "Private"),
  openEnd: "endless",
};

describe("a member export", () => {
  it(
    "imported back changes nothing, with or without updates of existing members",
    spec("beyond list members round trips"),
    async () => {
      const before = await exported();
      const id = await compareImport(before, "members-data.csv");
      expect(await importOf(id)).toMatchObject({
        format: "openbell",
        state: "compared",
        added: 0,
        changed: 0,
        refused: 0,
      });
      expect(await decide(id, { ...TIERS, updateKnown: "on" })).toMatchObject({
        ...{ added: 0, changed: 0, unchanged: 11, refused: 0, undecided: 0 },
      });
      expect(await html(`${PATH}/${id}`)).toContain("Nothing changes.");
      expect(await exported()).toBe(before);
    },
  );

  it(
    "imported into an empty database creates the same members and exports the same file",
    spec("beyond list members round trips"),
    async () => {
      const before = await exported();
      await database.rows("delete from members");
      const id = await compareImport(before, "members-data.csv");
      // The site's own export needs no decisions.
      expect(await importOf(id)).toMatchObject({ added: 11, refused: 0, undecided: 0 });
      expect(await writeImport(id)).toMatchObject({ state: "done", added: 11, refused: 0 });
      const after = linesOf(await exported());
      expect(after.map(withoutOwn)).toEqual(linesOf(before).map(withoutOwn));
      expect(after).toHaveLength(11);
      const pending = "select 1 from members where email_verified_at is null";
      expect(await database.rows(pending)).toHaveLength(1);
    },
  );
});
