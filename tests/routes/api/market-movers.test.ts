import { memoizePerPerson } from "tests/support/memoize-per-person";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.sql(`
    insert into movers (name, last, change_percent, volume, mover_type) values
      ('Fell', 10, -1.2, 1, 'losers'), ('Rose', 96.18, 7.92, 21400000, 'gainers'), ('Stood', 12.06, 0, 71800000, 'mostactive')`);
});
afterAll(() => app?.stop());

const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));
const tokenOf = memoizePerPerson((person) => app.tokenOf(person));

const json = async <Body>(response: Response) => (await response.json()) as Body;

describe("the movers API", () => {
  const path = "/api/market-movers/admin";

  it("is public at one address, and for admins at the other", async () => {
    const list = await json<{ name: string }[]>(await app.request("/api/market-movers"));
    expect(list.map(({ name }) => name).sort()).toEqual(["Fell", "Rose", "Stood"]);
    expect((await app.request(path)).status).toBe(401);
    expect((await app.request(path, { cookies: await cookiesOf("premium") })).status).toBe(403);
    expect((await app.request(path, { cookies: await cookiesOf("editor") })).status).toBe(403);
    const staff = await app.request(path, { cookies: await cookiesOf("admin") });
    expect(await json<unknown[]>(staff)).toHaveLength(3);
    expect((await app.request("/api/market-movers", { method: "POST" })).status).toBe(405);
  });

  it("adds, changes and deletes at the staff address", async () => {
    const token = await tokenOf("admin");
    const headers = { Authorization: `Bearer ${token}` };
    const body = { name: "Vertiv", last: 171.4, changePercent: 5.36, volume: 12080000, moverType: "GAINERS" };
    const made = await app.request(path, { method: "POST", headers, json: body });
    expect(made.status).toBe(201);
    const { id } = await json<{ id: string }>(made);
    const item = `${path}/${id}`;
    expect((await app.request(item)).status).toBe(401);
    expect(await json(await app.request(item, { headers }))).toMatchObject({ ...body, moverType: "gainers" });
    const put = (json: unknown, at = item) => app.request(at, { method: "PUT", headers, json });
    const changed = await put({ last: "1,000" });
    // The change follows the price, from the previous close.
    const moved = { ...body, moverType: "gainers", last: 1000, changePercent: 514.7 };
    expect(await changed.json()).toMatchObject(moved);
    const refused = await put({ changePercent: "?" });
    expect(await refused.json()).toMatchObject({ errors: { changePercent: "Change % must be a number" } });
    const editor = { ...headers, Authorization: `Bearer ${await tokenOf("editor")}` };
    expect((await app.request(item, { method: "DELETE", headers: editor })).status).toBe(403);
    expect((await app.request(item, { method: "DELETE", headers })).status).toBe(200);
    expect((await app.request(item, { method: "DELETE", headers })).status).toBe(404);
    expect((await put({}, `${path}/nonsense`)).status).toBe(404);
  });
});
