import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

setUpApp();

/** A stored name, and how people type it. */
const NAMES: [string, string[]][] = [
  ["Nestlé", ["nestle", "NESTLE", "nestlé", "nestle\u0301"]],
  ["L’Oréal", ["l'oreal", "loreal", "L’Oréal", "l´oreal"]],
  ["Moody's", ["moodys", "moody’s", "MOODY'S"]],
  ["Łódź Sieć", ["lodz", "lodz siec", "Łódź sieć"]],
  ["Citroe\u0308n", ["citroen", "citroën"]],
  ["Berkshire BRK.B", ["brk-b", "brk/b", "BRK.B"]],
  ["100% Ørsted_A", ["100% orsted", "orsted_a"]],
];

beforeAll(async () => {
  for (const [company_name] of NAMES) {
    await insertRecord(database, "daily_briefs", { company_name, status: "published" });
    await insertRecord(database, "videos", { title: company_name, status: "published" });
  }
  await insertRecord(database, "daily_briefs", { company_name: "Plain Harbour", status: "published" });
});

const suggested = async (typed: string) => {
  const answer = await app.request(`/search/suggestions?q=${encodeURIComponent(typed)}`);
  const { results } = (await answer.json()) as { results: { title: string }[] };
  return [...new Set(results.map(({ title }) => title))];
};

const listed = async (path: string, typed: string) => {
  const cookies = await app.cookiesOf("superadmin");
  return (await app.request(`${path}?q=${encodeURIComponent(typed)}`, { cookies })).text();
};

describe.each(NAMES)("%s", (name, ways) => {
  it.each(ways)("is suggested, found and listed for %j", async (typed) => {
    expect(await suggested(typed)).toEqual([name]);
    const page = await (await app.request(`/search?q=${encodeURIComponent(typed)}`)).text();
    expect(page).not.toContain("Nothing");
    for (const path of ["/admin/daily-brief", "/admin/videos"]) {
      const list = await listed(path, typed);
      expect([path, /<strong>(\d+)<\/strong>/.exec(list)?.[1]]).toEqual([path, "1"]);
      expect(list).not.toContain("Plain Harbour");
    }
  });
});

it("members are found by name, however it is typed", async () => {
  await database.rows(
    `insert into members (id, firstname, lastname, email, status, referral_code)
     values (gen_random_uuid(), 'Zoë', 'O’Connor', 'zoe@example.com', 'active', 'ZOE-CODE')`,
  );
  for (const typed of ["zoe", "oconnor", "o'connor", "zoe oconnor"]) {
    expect(await listed("/admin/manage-users", typed)).toContain("zoe@example.com");
  }
});

it("a wildcard is escaped in every form", async () => {
  for (const typed of ["％％％abc", "___", "%%%", "＿＿＿", "abc＼", "\\\\\\abc", "'''"]) {
    expect([typed, await suggested(typed)]).toEqual([typed, []]);
    expect((await app.request(`/search?q=${encodeURIComponent(typed)}`)).status).toBe(200);
    expect(await listed("/admin/daily-brief", typed)).not.toContain("Plain Harbour");
  }
});
