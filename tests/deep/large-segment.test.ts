import { database } from "tests/support/running-app";
import { get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, describe, expect, it } from "vitest";
import { runBatch } from "~/features/accounts/batches/run-batch.server";
import { keepLabels } from "~/features/accounts/segments/keep-labels.server";

setUpStaffApp();

/** The product ends a statement after seconds, so every answer below is one within that limit. */
const ROWS = 100_000;
beforeAll(async () => {
  await database.rows(
    `insert into members (firstname, lastname, email, referral_code, status, subscription, subscription_expires_at, created_at)
     select 'Mia', 'Many', 'many' || n || '@large.test', 'LARGE' || n, 'active', 'Premium', now() + interval '20 days',
            now() - n * interval '1 minute'
       from generate_series(1, ${ROWS}) as n`,
  );
  await database.rows("insert into labels (name, name_key) values ('Half', 'half')");
  await database.rows(
    `insert into member_labels (member_id, label_id) select m.id, l.id from members m cross join labels l
      where m.email like 'many%@large.test' and m.serial_number % 2 = 0`,
  );
  await database.rows("analyze members, member_labels");
});

const FILTERS = [
  "term=running",
  "term=ends-30&tier=Premium",
  "source=registration",
  "source=staff",
  "source=invite",
  "source=import",
  "seen=in-7",
  "seen=not-90",
  "newsletter=briefs",
  "newsletter=none",
];

describe("a segment of 100,000 members", () => {
  it("is listed, paged and counted, by every filter", async () => {
    const [half] = await database.rows<{ id: string }>("select id from labels");
    for (const filter of [...FILTERS, `label=${half?.id}`])
      for (const more of ["", "&page=300&size=25", "&sort=serialNumber&direction=asc"]) {
        const page = await get(`/admin/manage-users?${filter}${more}`);
        expect([filter, more, page.status]).toEqual([filter, more, 200]);
      }
    for (const [nth, filter] of FILTERS.entries()) {
      const form = Object.fromEntries(new URLSearchParams(filter));
      expect((await post("/admin/manage-users/segments/new", { name: `S${nth}`, ...form })).status).toBe(303);
    }
    const page = await html("/admin/manage-users/segments");
    expect(page).toContain("10,000+");
  });

  it("is exported as a whole", async () => {
    const file = await (await get("/admin/manage-users/export.csv?as=data&term=ends-30")).text();
    expect(file.split("@large.test").length - 1).toBe(ROWS);
  });

  it("gets a label by rule and by a batch, in parts", async () => {
    const [segment] = await database.rows<{ id: string }>("select id from segments where name = 'S1'");
    await database.rows("insert into labels (name, name_key, segment_id) values ('Rule', 'rule', ?)", [
      segment?.id,
    ]);
    let parts = 0;
    while ((await keepLabels()) > 0) parts += 1;
    expect(parts).toBeGreaterThan(40);
    const count =
      "select count(*)::int as n from member_labels g join labels l on l.id = g.label_id where l.name = ?";
    expect(await database.rows(count, ["Rule"])).toEqual([{ n: ROWS }]);
    const sent = await post("/admin/manage-users/batches/new?change=add-label&matching=on&term=ends-30", {
      label: "All",
    });
    const path = sent.headers.get("Location") ?? "";
    const id = path.split("/").at(-1) ?? "";
    const state = async () =>
      (await database.rows<{ state: string }>("select state from member_batches"))[0]?.state;
    while ((await state()) === "listing") await runBatch(id);
    expect(await html(path)).toContain("100,000 members?");
    await post(path, { change: "run" });
    while ((await state()) === "running") await runBatch(id);
    expect(await database.rows(count, ["All"])).toEqual([{ n: ROWS }]);
  });
});
