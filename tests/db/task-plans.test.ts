import { startOrm, stopOrm } from "db/orm.server";
import { seedBulk } from "db/seeds/bulk.server";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { type PlanNode, scannedTables } from "tests/support/query-plan";
import { allStatements, type Describer, numbered, openDescriber } from "tests/support/statements";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROWS = 19_000;

let database: TestDatabase;
let describer: Describer;
beforeAll(async () => {
  database = await testDatabase();
  await startOrm({ url: database.url });
  const counts = {
    members: ROWS,
    links: ROWS,
    sessions: ROWS,
    payments: ROWS,
    gifts: ROWS,
    trials: ROWS,
    mails: ROWS,
    limits: ROWS,
    changes: ROWS,
    library: ROWS,
    coupons: ROWS,
    briefs: Math.ceil(ROWS / 365),
    locks: ROWS,
  };
  await seedBulk({ ...counts, now: new Date(), report: () => {} });
  describer = await openDescriber(database.url);
  await describer.rows(`insert into page_readings (day, section, record_id, views)
    select current_date - n % 40, 'news', gen_random_uuid(), 1 from generate_series(1, ${ROWS}) as n`);
  await describer.rows("insert into former_addresses (member_id, email) select id, email from members");
  await describer.rows(`insert into member_notes (member_id, staff_name, text)
    select id, 'Ines Calloway', 'Called us' from members`);
  await describer.rows(`insert into known_devices (member_id, device_hash)
    select id, encode(sha256(id::text::bytea), 'hex') from members`);
  await describer.rows(`insert into held_submissions (session_id, path, content_type, sealed, expires_at)
    select id, '/admin/settings/new', 'text/plain', 'sealed', now() + interval '30 minutes' from sessions`);
  await describer.rows(`insert into staff (fullname, email, password_hash, role)
    values ('Ines Calloway', 'ines@demo.test', repeat('x', 60), 'editor')`);
  await describer.rows(`insert into pending_sign_ins (token_hash, staff_id, password_mark, expires_at)
    select encode(sha256(n::text::bytea), 'hex'), staff.id, repeat('0', 64), now() + interval '10 minutes'
      from staff, generate_series(1, ${ROWS}) as n`);
  await describer.rows(`insert into staff_invitations (fullname, email, role, token_hash, invited_by_name, expires_at)
    select 'Sol Ada', n || '@demo.test', 'editor', encode(sha256(n::text::bytea), 'hex'), 'Ines', now() + interval '7 days'
      from generate_series(1, ${ROWS}) as n`);
  await describer.rows(`insert into binned_records (kind, record_id, title, held, staff_name)
    select 'news', gen_random_uuid(), 'Copper climbs', '{}', 'Ines Calloway' from generate_series(1, ${ROWS})`);
  await describer.rows(`insert into form_drafts (staff_id, form, typed, writer, record_version)
    select staff.id, 'news/' || n, '{}', gen_random_uuid(), 0 from staff, generate_series(1, ${ROWS}) as n`);
  await describer.rows(`insert into payer_days (day, counted_until, began, ended, entered, first_payments, returned, renewed)
    select current_date - n, now(), 0, 0, 0, 0, 0, 0 from generate_series(1, ${ROWS}) as n`);
  await describer.rows(
    `analyze form_drafts, page_readings, payer_days, former_addresses, member_notes, known_devices, held_submissions,
             pending_sign_ins, staff_invitations, binned_records`,
  );
});
afterAll(async () => {
  await describer.close();
  await stopOrm();
  await database.drop();
});

/** What is done now and then, without anybody waiting for it: rooms of statements, or one of them. */
const TASKS =
  /^(reminders\.|deletion\.|reconcile\.|pending-pictures\.|picture-removals\.|numbers\.(state|payments-of-touched)$)|\.sweep$|locks\.fold$/;

const EMPTY = [
  ...["pending_pictures", "picture_removals", "images"],
  ...["registrations", "member_imports", "member_import_rows"],
];

it("no task reads a table to its end for the few rows that it is about", async () => {
  const statements = (await allStatements()).filter(({ name }) => TASKS.test(name));
  expect(statements.length).toBeGreaterThan(15);
  const found: Record<string, string[]> = {};
  for (const statement of statements) {
    const [explained] = await describer.rows<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (generic_plan, format json) ${numbered(statement)}`,
    );
    const scanned = explained ? scannedTables(explained["QUERY PLAN"][0].Plan) : ["no plan"];
    // Nobody made rows of these: a table that is empty is read as a whole.
    const large = scanned.filter((table) => !EMPTY.includes(table));
    if (large.length > 0) found[statement.name] = large;
  }
  expect(found).toEqual({});
});

it.each([
  ["reminders.untold", "members_to_remind_index"],
  ["reconcile.lock-due", "orders_unfinished_index"],
])("%s goes by an index of what is left to be done", async (name, index) => {
  const found = (await allStatements()).find((statement) => statement.name === name);
  const explained = await describer.rows<{ "QUERY PLAN": unknown }>(
    `explain (generic_plan, format json) ${found && numbered(found)}`,
  );
  expect(JSON.stringify(explained)).toContain(`"Index Name":"${index}"`);
});
