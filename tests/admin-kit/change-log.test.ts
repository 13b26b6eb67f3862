import { randomUUID } from "node:crypto";
import { em } from "db/orm.server";
import { database, setUpOrm } from "tests/support/own-database";
import { afterEach, describe, expect, it } from "vitest";
import {
  type ChangeEntry,
  erasePerson,
  logChange,
  logChanges,
  SITE_AUTHOR,
  sweepChanges,
} from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";

setUpOrm();
afterEach(() => database.rows("delete from changes"));

const entry = (values: Partial<ChangeEntry> = {}): ChangeEntry => ({
  action: "edited",
  resource: "news",
  recordId: randomUUID(),
  recordTitle: "Copper",
  ...values,
});

async function staffMember(): Promise<StaffViewer> {
  const [{ id } = { id: "" }] = await database.rows<{ id: string }>(
    `insert into staff (fullname, email, password_hash, role)
     values ('Ada Writer', '${randomUUID()}@demo.test', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'admin') returning id`,
  );
  return { kind: "staff", id, sessionId: "", fullname: "Ada Writer", email: "", role: "admin" };
}

const stored = () =>
  database.rows(
    "select staff_name, record_title, origin, detail, differences from changes order by record_title",
  );

describe("change log entries written together", () => {
  it("equal those written one by one", async () => {
    const staff = await staffMember();
    const entries = [
      entry({
        recordTitle: "A",
        detail: { fields: ["title"] },
        differences: { title: { from: "\"a'", to: "ö\n" } },
      }),
      entry({ recordTitle: "B", differences: {} }),
      entry({ recordTitle: "C", origin: "import", recordId: "x".repeat(100) }),
    ];
    await em().transactional(async (manager) => {
      for (const each of entries) logChange(manager, staff, each);
    });
    const oneByOne = await stored();
    await database.rows("delete from changes");
    await em().transactional((manager) => logChanges(manager, staff, entries));
    expect(await stored()).toEqual(oneByOne);
    expect(oneByOne).toMatchObject([
      { staff_name: "Ada Writer", origin: "form", differences: { title: { from: "\"a'", to: "ö\n" } } },
      { origin: "form", detail: null, differences: null },
      { origin: "import" },
    ]);
  });

  it("are rolled back with their transaction", async () => {
    const staff = await staffMember();
    const failed = em().transactional(async (manager) => {
      await logChanges(manager, staff, [entry()]);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await stored()).toEqual([]);
  });

  it("are five thousand in one statement", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => entry({ recordTitle: `${n}` }));
    await em().transactional((manager) => logChanges(manager, SITE_AUTHOR, many));
    const [logged] = await database.rows(
      "select count(*)::int, min(origin), max(staff_name), max(staff_id::text) as by from changes",
    );
    expect(logged).toEqual({ count: 5_000, min: "job", max: "Openbell", by: null });
  });
});

it("deleting a person removes names and values from the log, and keeps which fields changed", async () => {
  const [left, stays] = [randomUUID(), randomUUID()];
  const differences = { firstname: { from: "Ada", to: "Eda" } };
  await em().transactional((manager) =>
    logChanges(
      manager,
      SITE_AUTHOR,
      [left, stays].map((recordId) =>
        entry({ resource: "manage-users", recordId, recordTitle: recordId, differences }),
      ),
    ),
  );
  await em().transactional((manager) =>
    erasePerson(manager, { resource: "manage-users", recordId: left, title: "Deleted member" }),
  );
  const lines = await database.rows<{ record_id: string }>(
    "select record_id, record_title, differences from changes",
  );
  expect(lines).toHaveLength(2);
  expect(lines.find(({ record_id }) => record_id === left)).toMatchObject({
    ...{ record_title: "Deleted member", differences: null },
  });
  expect(lines.find(({ record_id }) => record_id === stays)).toMatchObject({
    ...{ record_title: stays, differences },
  });
});

it("entries expire after two years, a thousand at a time", async () => {
  await database.rows(`insert into changes (staff_name, action, resource, record_id, record_title, created_at)
    select 'Ada', 'edited', 'news', n::text, 'Old', now() - interval '2 years 1 day' from generate_series(1, 1200) as n`);
  await database.rows(`insert into changes (staff_name, action, resource, record_id, record_title, created_at)
    values ('Ada', 'edited', 'news', 'kept', 'Kept', now() - interval '2 years' + interval '1 day')`);
  expect(await sweepChanges()).toBe(1_000);
  expect(await sweepChanges()).toBe(200);
  expect(await sweepChanges()).toBe(0);
  expect(await stored()).toMatchObject([{ record_title: "Kept" }]);
});
