import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { emptyBin } from "tests/support/bin";
import { cacheBypassCookies } from "tests/support/cached-pages";
import { drawnPicture } from "tests/support/drawn-pictures";
import { memoizePerPerson } from "tests/support/memoize-per-person";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let picture: Blob;
beforeAll(async () => {
  app = await startTestApp();
  picture = await drawnPicture();
});
afterAll(() => app.stop());

const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));
const tokenOf = memoizePerPerson((person) => app.tokenOf(person));

const multipart = (values: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "picture.png");
  }
  return form;
};

const send = async (
  method: "POST" | "PUT" | "DELETE",
  path: string,
  values?: Record<string, string | Blob>,
  person: Parameters<TestApp["tokenOf"]>[0] = "superadmin",
) => {
  const headers = { Authorization: `Bearer ${await tokenOf(person)}` };
  const response = await app.request(path, { method, headers, body: values && multipart(values) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const foldersOf = async () => {
  const [row] = await app.sql<{ ids: string[] }>(
    "select coalesce(array_agg(id::text), '{}') as ids from images",
  );
  return row?.ids ?? [];
};
const statusOf = async (path: unknown, cookies = "") => (await app.request(String(path), { cookies })).status;

const AD = { name: "https://example.com/offer", category: "rectangle", position: "1" };

describe("ads", () => {
  it(
    "start as drafts, and appear once they are published",
    spec("4 ads only published ones", "4 content status published draft"),
    async () => {
      const made = await send("POST", "/api/ads", { ...AD, image: picture }, "admin");
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ ...AD, position: 1, status: "draft" });
      const asStaff = await app.cookiesOf("admin");
      expect([await statusOf(made.body.image), await statusOf(made.body.image, asStaff)]).toEqual([404, 200]);
      const isShown = async () =>
        (await (await app.request("/market")).text()).includes("https://example.com/offer");
      const category = async (search = "") =>
        (await (await app.request(`/api/ads/category/rectangle${search}`)).json()) as unknown[];
      expect([await isShown(), (await category()).length]).toEqual([false, 0]);
      expect((await app.request(`/api/ads/${made.body.id}`)).status).toBe(404);
      const put = await send("PUT", `/api/ads/${made.body.id}`, { ...AD, status: "Published" }, "admin");
      expect(put.body).toMatchObject({ status: "published", image: made.body.image });
      expect([await isShown(), (await category()).length]).toEqual([true, 1]);
      expect(await category("?position=1")).toHaveLength(1);
      expect(await category("?position=2")).toHaveLength(0);
      expect(await (await app.request("/api/ads/category/SQUARE")).json()).toEqual([]);
      expect((await app.request("/api/ads/category/rectangle?position=11")).status).toBe(400);
      expect((await app.request("/api/ads/category/triangle")).status).toBe(404);
      const html = await (await app.request("/market")).text();
      expect(html).toMatch(
        /<a class="ad-box" href="https:\/\/example.com\/offer" rel="sponsored noopener nofollow"/,
      );
      expect(html).toMatch(/<img class="pic"[^>]* alt="example\.com"/);
      expect(await statusOf(`/api/ads/${made.body.id}`)).toBe(200);
    },
  );

  it("use the alternative text that staff wrote", async () => {
    const altText = "Harrow & Pike: share dealing, one flat fee. Capital at risk.";
    const ad = { ...AD, name: "https://example.com/fees", position: "2", status: "published" };
    const made = await send("POST", "/api/ads", { ...ad, altText, image: picture }, "admin");
    const readers = async () => await (await app.request(`/api/ads/${made.body.id}`)).json();
    expect([made.body, await readers()]).toMatchObject([{ altText }, { altText }]);
    const called = async () =>
      /example\.com\/fees".*?<img class="pic"[^>]* alt="([^"]*)"/s.exec(
        await (await app.request("/")).text(),
      )?.[1];
    await expect.poll(called).toBe(altText.replace("&", "&amp;"));
    // A full save without it removes it, like every field.
    await send("PUT", `/api/ads/${made.body.id}`, { ...ad, altText: "" }, "admin");
    expect(await readers()).toMatchObject({ altText: null });
    await expect.poll(called).toBe("example.com");
    await send("DELETE", `/api/ads/${made.body.id}`);
  });

  it("delete their picture with them, and the old one when it is replaced", async () => {
    const made = await send("POST", "/api/ads", { ...AD, image: picture });
    const first = made.body.image;
    const replaced = await send("PUT", `/api/ads/${made.body.id}`, { ...AD, image: picture });
    expect(replaced.body.image).not.toBe(first);
    const asStaff = await app.cookiesOf("admin");
    const statuses = [await statusOf(first, asStaff), await statusOf(replaced.body.image, asStaff)];
    expect(statuses).toEqual([404, 200]);
    await emptyBin(app);
    const before = await foldersOf();
    expect((await send("DELETE", `/api/ads/${made.body.id}`)).status).toBe(200);
    expect(await statusOf(replaced.body.image)).toBe(404);
    expect(await foldersOf()).toHaveLength(before.length);
    await emptyBin(app);
    expect(await foldersOf()).toHaveLength(before.length - 1);
    expect((await send("DELETE", `/api/ads/${made.body.id}`)).status).toBe(404);
  });

  it("keep fields that a change does not send", async () => {
    const made = await send("POST", "/api/ads", { ...AD, status: "published", image: picture });
    const changed = await send("PUT", `/api/ads/${made.body.id}`, { position: "7" });
    expect(changed.body).toMatchObject({ ...AD, status: "published", position: 7, image: made.body.image });
    expect((await send("DELETE", `/api/ads/${made.body.id}`)).status).toBe(200);
  });

  it.each([
    [{ name: "javascript:alert(1)" }, "name"],
    [{ name: "" }, "name"],
    [{ category: "round" }, "category"],
    [{ position: "0" }, "position"],
    [{ position: "11" }, "position"],
    [{ position: "1.5" }, "position"],
    [{ status: "hidden" }, "status"],
    [{ image: new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"]) }, "image"],
    [{ image: new Blob(["no picture"]) }, "image"],
  ])("refuse %j and store nothing", spec("9 rectangles squares slots 1"), async (change, field) => {
    const before = await foldersOf();
    const refused = await send("POST", "/api/ads", { ...AD, image: picture, ...change });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors as object)).toEqual([field]);
    expect(await foldersOf()).toHaveLength(before.length);
  });

  it("require a picture", async () => {
    const refused = await send("POST", "/api/ads", AD);
    expect(refused.body).toEqual({ message: "Image is required", errors: { image: "Image is required" } });
  });

  it("are for admins, on the screen and in the API", async () => {
    expect((await send("POST", "/api/ads", AD, "editor")).status).toBe(403);
    expect((await send("POST", "/api/ads", AD, "premium")).status).toBe(403);
    expect((await app.request("/api/ads", { method: "POST", body: AD })).status).toBe(401);
    expect((await app.request("/api/ads/admin")).status).toBe(401);
    const screen = await app.request("/admin/ads", { cookies: await cookiesOf("editor") });
    expect(await screen.text()).toContain("Only superadmin and admin can access this page.");
    const admin = await cookiesOf("admin");
    const list = await app.request("/api/ads/admin", { cookies: admin });
    expect(((await list.json()) as unknown[]).length).toBeGreaterThan(0);
    expect(await (await app.request("/admin/ads?q=nothing-like-it", { cookies: admin })).text()).toContain(
      "No ads found.",
    );
    expect(await (await app.request("/admin/ads/new", { cookies: admin })).text()).toMatch(/for="name">Url/);
  });

  it("are saved by the form, with draft as the default", async () => {
    const cookies = await cookiesOf("admin");
    const body = multipart({ ...AD, name: "https://example.com/by-form", status: "draft", image: picture });
    const saved = await app.request("/admin/ads/new", { method: "POST", cookies, body });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/ads"]);
    expect(await app.sql("select status, position from ads where name like '%by-form'")).toEqual([
      { status: "draft", position: 1 },
    ]);
  });

  it(
    "fill a square of the right column with a random published one of its position, or nothing",
    spec("2.1 right column holds square", "2.3 square ad one random", "9 rectangles squares slots 1"),
    async () => {
      const columns = async (times: number) => {
        const pages = Array.from({ length: times }, async () => {
          const html = await (await app.request("/about", { cookies: cacheBypassCookies() })).text();
          return /<aside class="rail".*?<\/aside>/s.exec(html)?.[0] ?? "";
        });
        return Promise.all(pages);
      };
      for (const column of await columns(1)) expect(column).not.toContain("Advertisement");
      const square = (name: string, more: Record<string, string>) =>
        send("POST", "/api/ads", {
          name: `https://example.com/${name}`,
          category: "square",
          position: "1",
          image: picture,
          ...more,
        });
      const made = [
        await square("one", { status: "published" }),
        await square("two", { status: "published" }),
        await square("draft", { status: "draft" }),
        await square("elsewhere", { status: "published", position: "9" }),
      ];
      const names = (await columns(40)).map((column) => {
        expect(column.match(/class="ad ad--square"/g)).toHaveLength(1);
        return /href="https:\/\/example.com\/(\w+)"/.exec(column)?.[1] ?? "";
      });
      expect([...new Set(names)].sort()).toEqual(["one", "two"]);
      for (const { body } of made) await send("DELETE", `/api/ads/${body.id}`);
    },
  );

  it("without their picture's file leave a valid page", async () => {
    const [ad] = await app.sql<{ id: string; image_id: string }>(
      "select id, image_id from ads where status = 'published' limit 1",
    );
    const path = (await (await app.request(`/api/ads/${ad?.id}`)).json()) as { image: string };
    await rm(join(app.dataDir, "uploads", String(ad?.image_id)), { recursive: true });
    expect(await readdir(join(app.dataDir, "uploads"))).not.toContain(ad?.image_id);
    expect(await statusOf(path.image)).toBe(404);
    const market = await app.request("/market");
    expect([market.status, (await market.text()).includes(path.image)]).toEqual([200, true]);
    expect((await send("DELETE", `/api/ads/${ad?.id}`)).status).toBe(200);
  });

  it("in the right column and in the content link to different places", async () => {
    const names = ["https://example.com/one", "https://example.com/two"];
    await app.sql("delete from ads");
    for (const category of ["square", "rectangle"])
      for (const name of names)
        await send("POST", "/api/ads", { ...AD, name, category, status: "published", image: picture });
    const pages = Array.from({ length: 20 }, async () => {
      const html = await (await app.request("/market", { cookies: cacheBypassCookies() })).text();
      return [...html.matchAll(/<a class="ad-box" href="([^"]+)"/g)].map(([, to]) => to).toSorted();
    });
    for (const places of await Promise.all(pages)) expect(places).toEqual(names);
    await app.sql("delete from ads");
  });
});

describe("banners", () => {
  const title = "Capital at risk.";

  it("appear on the home page with or without a link", spec("2.3 banner list image optional"), async () => {
    const made = await send("POST", "/api/banners", {
      title,
      url: "https://example.com/b",
      image: picture,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ title, url: "https://example.com/b" });
    const plain = await send("POST", "/api/banners", { title: "No link", url: "", image: picture });
    expect(plain.body).toMatchObject({ url: null });
    const html = await (await app.request("/")).text();
    expect(html).toMatch(/<a class="banner" href="https:\/\/example.com\/b" target="_blank" rel="noopener/);
    expect(html).toMatch(/<div class="banner">.*?No link/s);
    const list = (await (await app.request("/api/banners")).json()) as Record<string, unknown>[];
    expect(list.map((banner) => banner.title)).toEqual(["No link", title]);
    expect(Object.keys(list[0] ?? {})).toEqual(
      expect.arrayContaining(["_id", "id", "title", "url", "image"]),
    );
  });

  it.each([{ title }, { image: "" }, { title: " " }, {}])("require title and image: %j", async (values) => {
    const refused = await send("POST", "/api/banners", values as Record<string, string>);
    expect([refused.status, refused.body.message]).toEqual([422, "Title and image are required"]);
  });

  it("show errors in the form, too", async () => {
    const cookies = await cookiesOf("superadmin");
    const body = multipart({ title: "", url: "" });
    const refused = await app.request("/admin/banner/new", { method: "POST", cookies, body });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Title and image are required");
    const form = await (await app.request("/admin/banner/new", { cookies })).text();
    expect(form).toMatch(/for="title">Disclaimer Note/);
  });

  it("keep their picture when another field is edited, and delete it with them", async () => {
    const made = await send("POST", "/api/banners", { title, image: picture });
    const item = `/api/banners/${made.body.id}`;
    const put = await send("PUT", item, { title: "Other words", url: "javascript:alert(1)" });
    expect(put.body).toMatchObject({ errors: { url: expect.stringContaining("must be a web address") } });
    expect((await send("PUT", item, { title: "Other words" })).body).toMatchObject({
      title: "Other words",
      image: made.body.image,
    });
    expect(await statusOf(made.body.image)).toBe(200);
    expect((await send("DELETE", item)).status).toBe(200);
    expect(await statusOf(made.body.image)).toBe(404);
  });

  it.each(["admin", "editor", "premium"] as const)("are refused to the %s", async (person) => {
    expect((await send("POST", "/api/banners", { title, image: picture }, person)).status).toBe(403);
    const headers = { Authorization: `Bearer ${await tokenOf(person)}` };
    expect((await app.request("/api/banners/admin", { headers })).status).toBe(403);
  });

  it("show the exact error and the exact confirmation", async () => {
    const refused = await app.request("/admin/banner", { cookies: await cookiesOf("admin") });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Only superadmin can access this page.");
    const cookies = await cookiesOf("superadmin");
    const [banner] = await app.sql<{ id: string }>("select id from banners limit 1");
    const confirmation = await (await app.request(`/admin/banner?delete=${banner?.id}`, { cookies })).text();
    expect(confirmation).toContain("Are you sure you want to delete this banner?");
    expect(await (await app.request("/admin/banner?q=nothing-like-it", { cookies })).text()).toContain(
      "No data found.",
    );
  });

  it.each(["nonsense", "00000000-0000-0000-0000-000000000000"])("are not found by the id %s", async (id) => {
    expect(await statusOf(`/api/banners/${id}`)).toBe(404);
    expect((await send("PUT", `/api/banners/${id}`, { title })).status).toBe(404);
    expect((await send("DELETE", `/api/banners/${id}`)).status).toBe(404);
  });
});
