import { database } from "tests/support/running-app";
import { followRedirect, get, html, memberIdOf, post, setUpStaffApp } from "tests/support/staff-app";
import { insertSuppressed, suppressed } from "tests/support/suppressions";
import { beforeEach, describe, expect, it } from "vitest";

const PATH = "/admin/newsletters/suppressed";

setUpStaffApp();
beforeEach(async () => {
  await database.rows("delete from suppressed_addresses");
  await database.rows("delete from mail_reports");
});

const changes = () =>
  database.rows(
    "select action, resource, record_title from changes where action like '%suppress%' order by created_at desc limit 1",
  );

describe("the list of suppressed addresses", () => {
  it("without any says so, and a search without a match too", async () => {
    expect(await html(PATH)).toContain("No suppressed addresses.");
    await insertSuppressed("gone@readers.test");
    expect(await html(`${PATH}?q=nobody`)).toContain("No such address.");
    expect(await html(`${PATH}?q=%00`)).toContain("gone@readers.test");
  });

  it("has address, reason, what was reported and its state, and a link to the member", async () => {
    const id = await memberIdOf("premium");
    await insertSuppressed("PREMIUM@demo.test", "complaint", { evidence: "abuse <b>" });
    await insertSuppressed("counted@readers.test", "soft");
    await insertSuppressed("lifted@readers.test", "hard", { lifted_at: new Date(), lifted_by: "Grace" });
    const page = await html(PATH);
    for (const words of ["Reported as spam", "abuse <b>", "Counting", "Lifted", "Grace"])
      expect(page).toContain(words);
    expect(page).toContain(`href="/admin/manage-users/${id}"`);
    expect(page.match(/name="lift"/g)).toHaveLength(1);
  });

  it("finds an address by a part, and has pages that keep the search", async () => {
    for (let n = 0; n < 21; n += 1) await insertSuppressed(`one-${n}@readers.test`);
    await insertSuppressed("a_b@readers.test");
    expect(await html(`${PATH}?q=A_B`)).toContain("a_b@readers.test");
    expect(await html(`${PATH}?q=A_B`)).not.toContain("one-1@readers.test");
    const page = await html(`${PATH}?q=one-`);
    expect(page).toContain("1 to 20 of 21");
    expect(page).toContain(`href="${PATH}?q=one-&page=2"`);
  });

  it("counts exactly 10,000 addresses, and says of more that there are more", async () => {
    await database.rows(`insert into suppressed_addresses (email, reason, evidence)
      select 'many-' || n || '@readers.test', 'hard', '-' from generate_series(1, 10000) n`);
    expect(await html(PATH)).toContain("1 to 20 of 10,000<");
    await insertSuppressed("one-more@readers.test");
    expect(await html(PATH)).toContain("1 to 20 of 10,000+<");
  });

  it.each(["b@", "_B", "o", "@"])("finds an address by the short word %s", async (q) => {
    await insertSuppressed("oa_b@readers.test");
    await insertSuppressed("z.z");
    const page = await html(`${PATH}?q=${encodeURIComponent(q)}`);
    expect(page).toContain("oa_b@readers.test");
    expect(page).not.toContain("z.z");
  });

  it("a refusal because of us is counted for seven days", async () => {
    await database.rows(`insert into mail_reports (email_id, kind, created_at) values
      (gen_random_uuid(), 'ours', now()), (gen_random_uuid(), 'ours', 'epoch'), (gen_random_uuid(), 'hard', now())`);
    expect(await html(PATH)).toContain(
      "Mail servers rejected 1 email in the last 7 days for reasons on our side.",
    );
  });
});

describe("staff", () => {
  it("suppress an address, which the log does not keep", async () => {
    const answer = await post(PATH, { email: "Stop@Readers.test", note: "Asked by phone" });
    expect(answer.status).toBe(303);
    expect(await followRedirect(answer)).toContain("The address is suppressed.");
    expect(await suppressed("stop@readers.test")).toMatchObject({
      reason: "staff",
      evidence: "Asked by phone",
    });
    expect(await changes()).toEqual([
      { action: "suppressed", resource: "suppressed-addresses", record_title: "without an account" },
    ]);
  });

  it("lift one, once, and the member's log says so", async () => {
    const id = await insertSuppressed("premium@demo.test", "complaint");
    expect(await followRedirect(await post(PATH, { lift: id, reason: "complaint" }))).toContain(
      "premium@demo.test can get newsletters again, once its owner chooses them.",
    );
    expect((await suppressed("premium@demo.test"))?.lifted_at).not.toBeNull();
    expect(await changes()).toMatchObject([
      { action: "lifted the suppression of the address of", resource: "manage-users" },
    ]);
    expect(await followRedirect(await post(PATH, { lift: id, reason: "complaint" }))).toContain(
      "somebody lifted it already",
    );
  });

  it("do not lift what they did not see", async () => {
    const id = await insertSuppressed("changed@readers.test", "complaint");
    const answer = await post(PATH, { lift: id, reason: "soft" });
    expect(await followRedirect(answer)).toContain("there is a new report");
    expect((await suppressed("changed@readers.test"))?.lifted_at).toBeNull();
  });

  it("read what is wrong with a form, and nothing changes", async () => {
    for (const [values, words] of [
      [{ email: "no address", note: "x" }, "Please enter a valid email"],
      [{ email: "a@readers.test", note: " " }, "Enter a reason."],
      [{ email: "a@readers.test", note: "x".repeat(201) }, "At most 200 characters."],
      [{ lift: "nothing", reason: "hard" }, "Address not found."],
    ] as const) {
      const answer = await post(PATH, values);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.text()).toContain(words);
    }
    await insertSuppressed("spam@readers.test", "complaint");
    expect((await post(PATH, { email: "spam@readers.test", note: "x" })).status).toBe(409);
    expect(await suppressed("a@readers.test")).toBeUndefined();
  });

  it("without the role see nothing and change nothing", async () => {
    const id = await insertSuppressed("gone@readers.test");
    expect((await get(PATH, "editor")).status).toBe(403);
    expect((await post(PATH, { lift: id, reason: "hard" }, "editor")).status).toBe(403);
    expect((await suppressed("gone@readers.test"))?.lifted_at).toBeNull();
  });
});
