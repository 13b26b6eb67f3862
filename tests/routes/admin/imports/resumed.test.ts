import { em } from "db/orm.server";
import { query } from "db/query.server";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, describe, expect, it } from "vitest";
import { deleteDueAccounts } from "~/features/accounts/deletion.server";
import { sweepImports } from "~/features/accounts/imports/import-sweep.server";
import {
  resumeAbandonedImports,
  resumeStalledImports,
} from "~/features/accounts/imports/import-turns.server";
import { runImport } from "~/features/accounts/imports/run-import.server";
import { handleMailRequest, type MailRequest, requestMail } from "~/features/accounts/mail-requests.server";
import { fetchJobs, type Job } from "~/platform/jobs/queue.server";
import { MAIL_QUEUE, MAIL_REQUEST_QUEUE } from "~/platform/jobs/queue-names";
import { compared, importOf, PATH, run, sent, work, written } from "./importing";

setUpStaffApp();

afterEach(async () => {
  await database.rows("drop trigger if exists breaks on members");
  await database.rows("delete from members where email like '%@import.test'");
  await database.rows("truncate member_imports cascade");
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

/** A process has the turn and dies: nobody gives it back, and its time goes by. */
const dies = (id: string, until: string) =>
  database.rows(
    `update member_imports set lease = gen_random_uuid(), lease_until = now() ${until} where id = ?`,
    [id],
  );

describe("an import that is killed half way", () => {
  it(
    "goes on where it was: no row twice, none left out, and no mail twice",
    spec("beyond import goes after process"),
    async () => {
      const id = await compared(people(1_250));
      await post(`${PATH}/${id}`, { mailNew: "on" });
      await work(id);
      await run(id);
      await runImport(id, 0);
      expect(await importOf(id)).toMatchObject({ state: "writing", position: 501, added: 500 });
      expect(await members()).toBe(500);

      // A slice breaks in its middle: nothing of it stays.
      await database.rows(
        "create or replace function breaks() returns trigger language plpgsql as $$ begin if new.email = 'm777@import.test' then raise 'killed'; end if; return new; end $$",
      );
      await database.rows(
        "create trigger breaks before insert on members for each row execute function breaks()",
      );
      await expect(runImport(id)).rejects.toThrow("killed");
      expect(await members()).toBe(500);
      expect(await importOf(id)).toMatchObject({ state: "writing", position: 501, added: 500 });
      // Its turn was given back: the queue's next attempt goes on at once.
      await expect(runImport(id)).rejects.toThrow("killed");
      await database.rows("drop trigger breaks on members");
      // Who dies gives nothing back: another server waits until the time is over.
      await dies(id, "+ interval '1 minute'");
      await runImport(id);
      expect(await members()).toBe(500);
      await dies(id, "- interval '1 second'");
      await work(id);
      expect(await importOf(id)).toMatchObject({ state: "done", added: 1_250, changed: 0, refused: 0 });
      expect(await members()).toBe(1_250);
      expect(await count("from jobs.job where name = 'member-letters'")).toBe(1_250);
      expect(await count("from changes where action = 'added' and record_title like 'M %'")).toBe(1_250);
    },
  );

  it("gets a job again once its lease has expired, and its page says that it waits", async () => {
    const id = await sent(people(3));
    await database.rows("delete from jobs.job where name = 'member-imports'");
    const page = async () => (await get(`${PATH}/${id}`)).text();
    await dies(id, "+ interval '1 minute'");
    await resumeAbandonedImports();
    expect(await jobs()).toBe(0);
    expect(await page()).toContain("This page refreshes every two seconds.");
    await dies(id, "- interval '1 second'");
    expect(await page()).toContain("Another one continues within half a minute.");
    await Promise.all([resumeAbandonedImports(), resumeAbandonedImports()]);
    expect(await jobs()).toBe(1);
    await work(id);
    expect((await importOf(id)).state).toBe("compared");
  });

  it("has a job again within the hour where its own was lost", async () => {
    const id = await sent(people(3));
    await database.rows("delete from jobs.job where name = 'member-imports'");
    await resumeStalledImports();
    expect(await jobs()).toBe(0);
    await database.rows("update member_imports set touched_at = now() - interval '11 minutes'");
    await resumeStalledImports();
    expect(await jobs()).toBe(1);
    await work(id);
    expect((await importOf(id)).state).toBe("compared");
  });

  it("is read, compared and written in parts, each of which leaves a job for the next", async () => {
    const id = await sent(people(2_500));
    expect(await jobs()).toBe(1);
    await runImport(id, 0);
    expect(await importOf(id)).toMatchObject({ state: "reading", position: 1_001 });
    expect(await jobs()).toBe(2);
    const page = await get(`${PATH}/${id}`);
    expect(page.headers.get("Refresh")).toBe("2");
    const words = (await page.text()).replaceAll("<!-- -->", "");
    expect(words).toContain("1,001 of 2,500");
    expect(words).toMatch(/<progress[^>]*max="2500"[^>]*value="1001"/);
    await work(id, 0);
    expect((await get(`${PATH}/${id}`)).headers.get("Refresh")).toBeNull();
    expect(await written(id)).toMatchObject({ state: "done", added: 2_500 });
  });
});

describe("the mails of an import", () => {
  it("leave after those that somebody waits for", async () => {
    const id = await compared(people(2));
    await post(`${PATH}/${id}`, { mailNew: "on" });
    await work(id);
    await written(id);
    await requestMail({ about: "reset", email: "m0@import.test" });
    const about = async () => (await fetchJobs(MAIL_REQUEST_QUEUE, 1)) as Job<MailRequest>[];
    const asked = [...(await about()), ...(await about())];
    expect(asked.map(({ data }) => data.about)).toEqual(["reset", "import"]);
    for (const { id: jobId, data } of asked.toReversed()) await handleMailRequest(jobId, data);
    const [first] = await fetchJobs(MAIL_QUEUE, 1);
    const mailId = (first?.data as { mailId: string } | undefined)?.mailId ?? "";
    expect(await database.rows("select template from mails where id = ?", [mailId])).toEqual([
      { template: "reset" },
    ]);
  });
});

describe("several servers", () => {
  it("that take the same import write each row once", spec("beyond import goes after process"), async () => {
    const id = await compared(people(1_700));
    await run(id);
    const servers = async () => {
      for (let parts = 0; parts < 200 && (await importOf(id)).state === "writing"; parts += 1)
        await runImport(id, 0);
    };
    await Promise.all([servers(), servers(), servers(), servers()]);
    expect(await importOf(id)).toMatchObject({ state: "done", added: 1_700 });
    expect(await members()).toBe(1_700);
  });

  it(
    "with two files of the same people add each once",
    spec("beyond import goes after process"),
    async () => {
      const [one, two] = [await compared(people(1_200)), await compared(people(1_200))];
      await run(one);
      await run(two, "superadmin");
      await Promise.all([work(one), work(two)]);
      const [first, second] = [await importOf(one), await importOf(two)];
      expect(first.added + second.added).toBe(1_200);
      expect(first.unchanged + second.unchanged).toBe(1_200);
      expect(await members()).toBe(1_200);
    },
  );

  it("begin a slice anew where somebody registered meanwhile", async () => {
    const id = await compared(people(10));
    await run(id);
    let working: Promise<void> | undefined;
    await em().transactional(async (manager) => {
      await query(
        "insert into members (id, firstname, lastname, email, referral_code) values (gen_random_uuid(), 'Own', 'Self', 'm5@import.test', 'OWNSELF1')",
        [],
        manager,
      );
      working = work(id);
      // Until it waits for that address.
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

describe("an import that is called off", () => {
  it("before it is written leaves nothing, and its rows go within the hour", async () => {
    const id = await compared(people(3));
    const page = await followRedirect(await post(`${PATH}/${id}/cancellation`, {}));
    expect(page).toContain("The import was called off.");
    expect(page).toContain("Called off. Nothing was written.");
    expect((await run(id)).status).toBe(303);
    await runImport(id);
    expect(await members()).toBe(0);
    expect(await sweepImports()).toBe(3);
    expect(await count("from member_import_rows")).toBe(0);
    expect(await html(`${PATH}/${id}`)).toContain("Called off");
  });

  it(
    "while it is written stops at the end of a slice: what was written stays, and the log says so",
    spec("beyond import goes after process"),
    async () => {
      const id = await compared(people(1_100));
      await run(id);
      await runImport(id, 0);
      const page = await followRedirect(await post(`${PATH}/${id}/cancellation`, {}));
      expect(page).toContain("Stopped after 500 members. They stay; the rest was not written.");
      await runImport(id);
      expect(await members()).toBe(500);
      expect(
        await count("from changes where action = 'called off' and record_title like '%(500 written before)'"),
      ).toBe(1);
      expect(await followRedirect(await post(`${PATH}/${id}/cancellation`, {}))).toContain(
        "gone on meanwhile",
      );
    },
  );
});

describe("what is left of imports", () => {
  it("goes: rows that were written at once, refused ones after a month, files that nobody went on with after a week", async () => {
    const done = await compared("email,firstname\nbad,A\nfine@import.test,B");
    await written(done);
    expect(await count("from member_import_rows")).toBe(2);
    expect(await sweepImports()).toBe(1);
    expect(await count("from member_import_rows where outcome = 'refused'")).toBe(1);
    const left = await compared(people(2));
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

  it("forgets whoever is deleted meanwhile, and does not bring them in again", async () => {
    await insertRecord(database, "members", {
      email: "m1@import.test",
      deletion_requested_at: "2020-01-01T00:00:00Z",
    });
    const id = await compared(people(3));
    await run(id);
    await deleteDueAccounts();
    expect(await count("from member_import_rows where email = 'm1@import.test'")).toBe(0);
    await work(id);
    expect(await database.rows("select email from members where email ~ 'import.test' order by 1")).toEqual([
      { email: "m0@import.test" },
      { email: "m2@import.test" },
    ]);
  });

  it("forgets them also in a file whose columns nobody has named yet", async () => {
    await insertRecord(database, "members", {
      email: "m1@import.test",
      deletion_requested_at: "2020-01-01T00:00:00Z",
    });
    await sent("Kontakt,Plan\n M1@import.test ,\nm2@import.test,");
    await deleteDueAccounts();
    expect(await database.rows("select line from member_import_rows")).toEqual([{ line: 3 }]);
  });

  it("does not keep somebody of the staff from leaving", async () => {
    const id = await compared(people(600));
    await run(id);
    const staff = await insertRecord(database, "staff", { fullname: "Gone Soon" });
    await database.rows("update member_imports set staff_id = ?, staff_name = 'Gone Soon' where id = ?", [
      staff,
      id,
    ]);
    await runImport(id, 0);
    await database.rows("delete from staff where id = ?", [staff]);
    await work(id);
    expect(await members()).toBe(600);
    expect(
      await count("from changes where staff_name = 'Gone Soon' and staff_id is null and action = 'added'"),
    ).toBe(600);
  });
});
