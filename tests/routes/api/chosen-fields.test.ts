import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

let admin: string;
let alert: string;

setUpApp();

beforeAll(async () => {
  admin = await app.cookiesOf("admin");
  for (const last of ["1.5", "2.5"]) await insertRecord(database, "quotes", { name: "A", last });
  alert = await insertRecord(database, "trade_alerts", { analysis: "A secret" });
});

const get = async (path: string, cookies = "") => {
  const response = await app.request(path, { cookies });
  return { status: response.status, headers: response.headers, said: await response.json() };
};

describe("fields", () => {
  it("shorten each record of a list, in its usual order, and on all pages", async () => {
    const { said, headers } = await get("/api/markets?fields=last,%20name&limit=1");
    expect(said).toEqual([{ name: "A", last: 2.5 }]);
    const [, next = ""] = /<([^>]+)>/.exec(headers.get("Link") ?? "") ?? [];
    expect((await get(next)).said).toEqual([{ name: "A", last: 1.5 }]);
  });

  it("shorten a record, a list in an envelope and a list for staff", async () => {
    expect((await get(`/api/trade-alert/${alert}?fields=id`)).said).toEqual({ id: alert });
    expect((await get("/api/trade-alerts?fields=id,locked")).said).toEqual({
      data: [{ id: alert, locked: true }],
    });
    expect((await get("/api/trade-alert/admin?fields=name", admin)).said).toEqual([{ name: "An alert" }]);
  });

  it("shows nothing that is locked", async () => {
    const path = `/api/trade-alert/${alert}?fields=analysis,locked`;
    expect((await get(path)).said).toEqual({ analysis: null, locked: true });
    expect((await get(path, admin)).said).toEqual({ analysis: "A secret", locked: false });
  });

  it.each([
    ["lats", "There is no field 'lats'. Did you mean 'last'?"],
    ["name,nonsuch", "There is no field 'nonsuch'."],
    ["", "There is no field ''."],
    ["name,", "There is no field ''."],
    ["__proto__", "There is no field '__proto__'."],
  ])("%j is 422", async (fields, message) => {
    for (const path of ["/api/markets", `/api/markets/admin`]) {
      const { status, said } = await get(`${path}?fields=${fields}`, admin);
      expect([status, said]).toEqual([422, { message, errors: { fields: message } }]);
    }
  });

  it("has an ETag of its own, also in the page cache", async () => {
    const tags = [];
    for (const search of ["", "?fields=id", "?fields=name", "?fields=id"])
      tags.push((await get(`/api/markets${search}`)).headers.get("ETag"));
    expect(new Set(tags).size).toBe(3);
    expect(tags[3]).toBe(tags[1]);
    const { status } = await app.request("/api/markets?fields=id", {
      headers: { "If-None-Match": tags[1] ?? "" },
    });
    expect(status).toBe(304);
  });

  it("is unknown where there is no record", async () => {
    expect((await get("/api/openapi.json?fields=openapi")).status).toBe(422);
  });
});
