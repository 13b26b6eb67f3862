import { em } from "db/orm.server";
import { query } from "db/query.server";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, describe, expect, it } from "vitest";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import {
  resumeAbandonedImports,
  resumeStalledImports,
} from "~/features/accounts/imports/import-lease.server";
import { sweepImports } from "~/features/accounts/imports/import-sweep.server";
import { runImport } from "~/features/accounts/imports/run-import.server";
import { handleMailRequest, type MailRequest, requestMail } from "~/features/accounts/mail-requests.server";
import { fetchJobs, type Job } from "~/platform/jobs/queue.server";
import { MAIL_QUEUE, MAIL_REQUEST_QUEUE } from "~/platform/jobs/queue-names";
import { compareImport, importOf, PATH, runJobs, startImport, uploadImport, writeImport } from "./importing";

setUpStaffApp();

afterEach(async () => {
  await database.rows("drop trigger if exists breaks on members");
  await database.rows("delete from members where email like '%@import.test'");
  await database.empty("member_imports");
  await database.rows("delete from jobs.job where name in ('member-imports', 'member-letters')");
});

const people = (count: number) =>
  [
    "email,firstname,lastname",
    ...Array.from({ length: count }, (_, nth) => `m${nth}@import.test,M,${nth}`),
  ].join("\n");

const count = async (sql: string) =>
  Number((await database.rows<{ n: string }>(`select count(*) as n ${sql}`))[0]?.n);
const members = () => count("from members where email like '%@import.test'");
const jobs = () => count("from jobs.job where name = 'member-imports' and state < 'active'");

/** Simulates a process that dies without releasing its lease. @param until the lease's end, relative to now */
const expireLease = (id: string, until: string) =>
  database.rows(
    `update member_imports set lease = gen_random_uuid(), lease_until = now() ${until} where id = ?`,
    [id],
  );

describe("an import killed midway", () => {
  it(
    "continues without repeating or losing rows, and without repeating emails",
    spec("beyond import goes after process"),
    async () => {
      const id = await compareImport(people(1_250));
      await post(`${PATH}/${id}`, { mailNew: "on" });
      await runJobs(id);
      await startImport(id);
      await runImport(id, 0);
      expect(await importOf(id)).toMatchObject({ state: "writing", position: 501, added: 500 });
      expect(await members()).toBe(500);

      // A slice fails midway: its transaction rolls back.
      await database.rows(
        "create or replace function breaks() returns trigger language plpgsql as $$ begin if new.email = 'm777@import.test' then raise 'killed'; end if; return new; end $$",
      );
      await database.rows(
        "create trigger breaks before insert on members for each row execute function breaks()",
      );
      await expect(runImport(id)).rejects.toThrow("killed");
      expect(await members()).toBe(500);
      expect(await importOf(id)).toMatchObject({ state: "writing", position: 501, added: 500 });
      // The lease was released: the queue's next attempt continues immediately.
      await expect(runImport(id)).rejects.toThrow("killed");
      await database.rows("drop trigger breaks on members");
      // A dead process releases nothing: another server waits until the lease expires.
      await expireLease(id, "+ interval '1 minute'");
      await runImport(id);
      expect(await members()).toBe(500);
      await expireLease(id, "- interval '1 second'");
      await runJobs(id);
      expect(await importOf(id)).toMatchObject({ state: "done", added: 1_250, changed: 0, refused: 0 });
      expect(await members()).toBe(1_250);
      expect(await count("from jobs.job where name = 'member-letters'")).toBe(1_250);
      expect(await count("from changes where action = 'added' and record_title like 'M %'")).toBe(1_250);
    },
  );

  it("gets a new job after its lease expires, and its page shows that it waits", async () => {
    const id = await uploadImport(people(3));
    await database.rows("delete from jobs.job where name = 'member-imports'");
    const page = async () => (await get(`${PATH}/${id}`)).text();
    await expireLease(id, "+ interval '1 minute'");
    await resumeAbandonedImports();
    expect(await jobs()).toBe(0);
    expect(await page()).toContain("This page refreshes every two seconds.");
    await expireLease(id, "- interval '1 second'");
    expect(await page()).toContain("Another one takes over within 30 seconds.");
    await Promise.all([resumeAbandonedImports(), resumeAbandonedImports()]);
    expect(await jobs()).toBe(1);
    await runJobs(id);
    expect((await importOf(id)).state).toBe("compared");
  });

  it("gets a new job within the hour if its own was lost", async () => {
    const id = await uploadImport(people(3));
    await database.rows("delete from jobs.job where name = 'member-imports'");
    await resumeStalledImports();
    expect(await jobs()).toBe(0);
    await database.rows("update member_imports set touched_at = now() - interval '11 minutes'");
    await resumeStalledImports();
    expect(await jobs()).toBe(1);
    await runJobs(id);
    expect((await importOf(id)).state).toBe("compared");
  });

  it("is read, compared and written in parts, each of which queues the next", async () => {
    const id = await uploadImport(people(2_500));
    expect(await jobs()).toBe(1);
    await runImport(id, 0);
    expect(await importOf(id)).toMatchObject({ state: "reading", position: 1_001 });
    expect(await jobs()).toBe(2);
    const page = await get(`${PATH}/${id}`);
    expect(page.headers.get("Refresh")).toBe("2");
    const words = (await page.text()).replaceAll("<!-- -->", "");
    expect(words).toContain("1,001 of 2,500");
    expect(words).toMatch(/<progress[^>]*max="2500"[^>]*value="1001"/);
    await runJobs(id, 0);
    expect((await get(`${PATH}/${id}`)).headers.get("Refresh")).toBeNull();
    expect(await writeImport(id)).toMatchObject({ state: "done", added: 2_500 });
  });
});

describe("an import's emails", () => {
  it("are sent after emails that a person waits for", async () => {
    const id = await compareImport(people(2));
    await post(`${PATH}/${id}`, { mailNew: "on" });
    await runJobs(id);
    await writeImport(id);
    await requestMail({ about: "reset", email: "m0@import.test" });
    const about = async () => (await fetchJobs(MAIL_REQUEST_QUEUE, 1)) as Job<MailRequest>[];
    const requests = [...(await about()), ...(await about())];
    expect(requests.map(({ data }) => data.about)).toEqual(["reset", "import"]);
    for (const { id: jobId, data } of requests.toReversed()) await handleMailRequest(jobId, data);
    const [first] = await fetchJobs(MAIL_QUEUE, 1);
    const mailId = (first?.data as { mailId: string } | undefined)?.mailId ?? "";
    expect(await database.rows("select template from mails where id = ?", [mailId])).toEqual([
      { template: "reset" },
    ]);
  });
});

describe("concurrent servers", () => {
  it("write each row of one import once", spec("beyond import goes after process"), async () => {
    const id = await compareImport(people(1_700));
    await startImport(id);
    const servers = async () => {
      for (let parts = 0; parts < 200 && (await importOf(id)).state === "writing"; parts += 1)
        await runImport(id, 0);
    };
    await Promise.all([servers(), servers(), servers(), servers()]);
    expect(await importOf(id)).toMatchObject({ state: "done", added: 1_700 });
    expect(await members()).toBe(1_700);
  });

  it("add each person in two files once", spec("beyond import goes after process"), async () => {
    const [one, two] = [await compareImport(people(1_200)), await compareImport(people(1_200))];
    await startImport(one);
    await startImport(two, "superadmin");
    await Promise.all([runJobs(one), runJobs(two)]);
    const [first, second] = [await importOf(one), await importOf(two)];
    expect(first.added + second.added).toBe(1_200);
    expect(first.unchanged + second.unchanged).toBe(1_200);
    expect(await members()).toBe(1_200);
  });

  it("retry a slice if one of its addresses was registered meanwhile", async () => {
    const id = await compareImport(people(10));
    await startImport(id);
    let working: Promise<void> | undefined;
    await em().transactional(async (manager) => {
      await query(
        "insert into members (id, firstname, lastname, email, referral_code) values (gen_random_uuid(), 'Own', 'Self', 'm5@import.test', 'OWNSELF1')",
        [],
        manager,
      );
      working = runJobs(id);
      // Waits until the import is blocked by that address.
      const waits =
        "from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into members%'";
      for (let tries = 0; tries < 200 && (await count(waits)) === 0; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
    });
    await working;
    expect(await importOf(id)).toMatchObject({ state: "done", added: 9, unchanged: 1 });
    expect(await members()).toBe(10);
  });
});

describe("a cancelled import", () => {
  it("adds nothing if it was not started, and its rows are deleted within the hour", async () => {
    const id = await compareImport(people(3));
    const page = await followRedirect(await post(`${PATH}/${id}/cancellation`, {}));
    expect(page).toContain("The import was cancelled.");
    expect(page).toContain("Cancelled. Nothing was imported.");
    expect((await startImport(id)).status).toBe(303);
    await runImport(id);
    expect(await members()).toBe(0);
    expect(await sweepImports()).toBe(3);
    expect(await count("from member_import_rows")).toBe(0);
    expect(await html(`${PATH}/${id}`)).toContain("Cancelled");
  });

  it(
    "that was being written stops after the slice; written members stay, and the log records it",
    spec("beyond import goes after process"),
    async () => {
      const id = await compareImport(people(1_100));
      await startImport(id);
      await runImport(id, 0);
      const page = await followRedirect(await post(`${PATH}/${id}/cancellation`, {}));
      expect(page).toContain(
        "Stopped after 500 members. These members were kept; the other rows were not imported.",
      );
      await runImport(id);
      expect(await members()).toBe(500);
      expect(
        await count(
          "from changes where action = 'cancelled' and record_title like '%(500 already imported)'",
        ),
      ).toBe(1);
      expect(await followRedirect(await post(`${PATH}/${id}/cancellation`, {}))).toContain(
        "the import has moved on since you opened this page",
      );
    },
  );
});

describe("import data", () => {
  it("is deleted: written rows promptly, refused ones after a month, idle files after a week", async () => {
    const done = await compareImport("email,firstname\nbad,A\nfine@import.test,B");
    await writeImport(done);
    expect(await count("from member_import_rows")).toBe(2);
    expect(await sweepImports()).toBe(1);
    expect(await count("from member_import_rows where outcome = 'refused'")).toBe(1);
    const left = await compareImport(people(2));
    expect(await sweepImports()).toBe(0);
    await database.rows("update member_imports set ended_at = now() - interval '31 days' where id = ?", [
      done,
    ]);
    await database.rows("update member_imports set touched_at = now() - interval '8 days' where id = ?", [
      left,
    ]);
    expect(await sweepImports()).toBe(3);
    expect(await sweepImports()).toBe(1);
    expect(await sweepImports()).toBe(0);
    expect(await importOf(left)).toBeUndefined();
    expect(await html(`${PATH}/${done}`)).toContain("1 member added, 0 changed.");
  });

  it("about a deleted member is deleted, and the import does not add them again", async () => {
    await insertRecord(database, "members", {
      email: "m1@import.test",
      deletion_requested_at: "2020-01-01T00:00:00Z",
    });
    const id = await compareImport(people(3));
    await startImport(id);
    await deleteDueMembers();
    expect(await count("from member_import_rows where email = 'm1@import.test'")).toBe(0);
    await runJobs(id);
    expect(await database.rows("select email from members where email ~ 'import.test' order by 1")).toEqual([
      { email: "m0@import.test" },
      { email: "m2@import.test" },
    ]);
  });

  it("about a deleted member is deleted even from a file with undecided columns", async () => {
    await insertRecord(database, "members", {
      email: "m1@import.test",
      deletion_requested_at: "2020-01-01T00:00:00Z",
    });
    await uploadImport("Kontakt,Plan\n M1@import.test ,\nm2@import.test,");
    await deleteDueMembers();
    expect(await database.rows("select line from member_import_rows")).toEqual([{ line: 3 }]);
  });

  it("does not prevent a staff member's deletion", async () => {
    const id = await compareImport(people(600));
    await startImport(id);
    const staff = await insertRecord(database, "staff", { fullname: "Gone Soon" });
    await database.rows("update member_imports set staff_id = ?, staff_name = 'Gone Soon' where id = ?", [
      staff,
      id,
    ]);
    await runImport(id, 0);
    await database.rows("delete from staff where id = ?", [staff]);
    await runJobs(id);
    expect(await members()).toBe(600);
    expect(
      await count("from changes where staff_name = 'Gone Soon' and staff_id is null and action = 'added'"),
    ).toBe(600);
  });
});
