import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import type { Person } from "tests/support/test-app";
import { beforeAll, describe, expect, it } from "vitest";

setUpApp();
beforeAll(async () => void (await insertRecord(database, "packages")));

/** Forms, and some of their fields. */
const FORMS: [Person, string, string[]][] = [
  ["visitor", "/register", ["firstname", "lastname"]],
  ["premium", "/dashboard", ["firstname", "lastname"]],
  ["basic", "/subscription/gift", ["senderName", "message"]],
  ["superadmin", "/admin/packages/new", ["name", "tagline"]],
  ["superadmin", "/admin/news/new", ["title"]],
  ["superadmin", "/admin/banner/new", []],
  ["superadmin", "/admin/manage-users/add", []],
];

const cookiesOf = async (person: Person) => (person === "visitor" ? "" : app.cookiesOf(person));

describe("a form", () => {
  it.each(FORMS)("for %s at %s has no maxlength", async (person, path, fields) => {
    const html = await (await app.request(path, { cookies: await cookiesOf(person) })).text();
    for (const name of fields) expect(html).toMatch(new RegExp(`name="${name}"`));
    const main = html.slice(html.indexOf("<main"));
    const cut = [...main.matchAll(/<(?:input|textarea)[^>]*maxlength=[^>]*>/gi)].map(([field]) => field);
    // Search fields may have a maximum length.
    expect(cut.filter((field) => !/type="search"/.test(field))).toEqual([]);
  });

  it("refuses a name over its limit, and keeps the typed value", async () => {
    const long = "n".repeat(101);
    const cookies = await app.cookiesOf("superadmin");
    const body = { name: long, tagline: "", benefits: "", price: "1", expiresIn: "30", tier: "Premium" };
    const answer = await app.request("/admin/packages/new", { method: "POST", cookies, body });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain("Name may have at most 100 characters");
    expect(html).toContain(`value="${long}"`);
  });
});
