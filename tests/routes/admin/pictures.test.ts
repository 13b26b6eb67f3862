import { randomUUID } from "node:crypto";
import { openDatabase } from "tests/support/database";
import { withoutTable } from "tests/support/database-failures";
import { colourOf, drawnPicture } from "tests/support/drawn-pictures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { runHourlyTasks } from "~/server/hourly-tasks";

setUpStaffApp();
beforeEach(async () => {
  await database.empty(
    "news",
    "ads",
    "banners",
    "daily_briefs",
    "trade_alerts",
    "site_texts",
    "library_pictures",
    "binned_records",
    "pending_pictures",
    "changes",
  );
  await database.rows("delete from images");
});

const ARTICLE = {
  title: "Copper",
  content: "Its text.",
  category: "Energy",
  status: "published",
  author: "",
};
const HARBOUR = { title: "Harbour", alt: "Ships at night", focus: "top" };

async function send(path: string, fields: Record<string, string | File>, person: Person = "editor") {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const cookies = await app.cookiesOf(person);
  return app.request(path, { method: "POST", body, cookies });
}

/** A form with an uploaded picture and a ticked picture of the library. */
async function sendBoth(ids: readonly string[], fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...ARTICLE, ...fields })) body.append(name, value);
  for (const id of ids) body.append("imageKept", id);
  return app.request("/admin/news/new", { method: "POST", body, cookies: await app.cookiesOf("editor") });
}

const uploadedPictureIn = (page: string) =>
  /<input type="hidden" name="imageKept" value="([^"]*)"/.exec(page)?.[1] ?? "";

/** Whether the form shows its uploaded picture. */
async function previewOf(page: string): Promise<number> {
  const [, src = ""] = /<img [^>]*src="([^"]*)" alt="The picture you chose"/.exec(page) ?? [];
  return (await get(src, "editor")).status;
}

type Kept = { id: string; image_id: string; version: number };
const library = () =>
  database.rows<Kept>("select id, image_id, version from library_pictures order by created_at, id");

/** A picture of the library, with its files. */
async function kept(fields: Partial<typeof HARBOUR> = {}, background = "#1B1464"): Promise<Kept> {
  const before = (await library()).map(({ id }) => id);
  const image = await drawnPicture(background);
  expect((await send("/admin/pictures/new", { ...HARBOUR, ...fields, image })).status).toBe(303);
  const made = (await library()).find(({ id }) => !before.includes(id));
  if (!made) throw new Error("no picture was added");
  return made;
}

type Copy = { id: string; alt: string; focus: string; origin_id: string | null };
const copyOf = async (table: string): Promise<Copy | undefined> => {
  const [found] = await database.rows<Copy>(
    `select i.id, i.alt, i.focus, i.origin_id from ${table} r join images i on i.id = r.image_id`,
  );
  return found;
};

async function colourAt(id: string): Promise<string> {
  const served = await get(`/uploads/${id}/320.webp`);
  if (served.status !== 200) return String(served.status);
  return colourOf(served);
}

const binned = async () => (await database.rows<{ id: string }>("select id from binned_records"))[0];

describe("a picture of the library", () => {
  it("is added, found by its words, and edited", spec("beyond picture library searched chosen"), async () => {
    const { id } = await kept();
    await kept({ title: "Fields", alt: "Stripes of wheat" });
    const found = await html("/admin/pictures?q=ships", "editor");
    expect(found).toContain("Harbour");
    expect(found).not.toContain("Fields");
    const form = await html(`/admin/pictures/${id}/edit`, "editor");
    expect(form).toContain("Not used yet");
    const saved = await send(`/admin/pictures/${id}/edit`, { ...HARBOUR, title: "Quay", version: "1" });
    expect(await followRedirect(saved, "editor")).toContain("Picture updated successfully");
    expect((await library()).map(({ version }) => version).sort()).toEqual([1, 2]);
  });

  it.each([
    [{ title: "" }, "Title is required"],
    [{ title: "x".repeat(201) }, "Title may have at most 200 characters"],
    [{ alt: "x".repeat(301) }, "Alt text may have at most 300 characters"],
    [{ focus: "nowhere" }, "Focus point must be one of"],
  ])("with %j is rejected, and the form keeps its input", async (wrong, message) => {
    const answer = await send("/admin/pictures/new", {
      ...HARBOUR,
      ...wrong,
      image: await drawnPicture("#ff0000"),
    });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(message);
    expect(page).toContain('name="imageKept" value="');
    expect(await library()).toEqual([]);
  });

  it("needs an upload, not another picture of the library", async () => {
    const { id } = await kept();
    const answer = await send("/admin/pictures/new", { ...HARBOUR, imageKept: id });
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toContain("Choose from the library");
    expect(await library()).toHaveLength(1);
  });
});

it("shows in the library's list where it is used", async () => {
  const used = await kept({ title: "Harbour" });
  await kept({ title: "Fields" });
  const usesIn = async (title: string) =>
    new RegExp(`${title}.*?data-label="Used in"[^>]*>([^<]*)<`, "s").exec(
      await html("/admin/pictures", "editor"),
    )?.[1];
  expect(await usesIn("Harbour")).toBe("Not used yet");
  expect((await send("/admin/news/new", { ...ARTICLE, imageKept: used.id })).status).toBe(303);
  await insertRecord(database, "daily_briefs", { analysis: `![Ships](/uploads/${used.image_id}/640.webp)` });
  expect(await usesIn("Harbour")).toBe("1 article, 1 brief");
  expect(await usesIn("Fields")).toBe("Not used yet");
});

describe("a record with a library picture", () => {
  it(
    "has its own copy with the picture's description",
    spec("beyond picture library searched chosen"),
    async () => {
      const picture = await kept();
      expect((await send("/admin/news/new", { ...ARTICLE, imageKept: picture.id })).status).toBe(303);
      const copy = await copyOf("news");
      expect(copy).toMatchObject({ alt: "Ships at night", focus: "top", origin_id: picture.id });
      expect(copy?.id).not.toBe(picture.image_id);
      expect(await colourAt(copy?.id ?? "")).toBe("blue");
      const [article] = await database.rows<{ id: string }>("select id from news");
      const page = await (await app.request(`/news/${article?.id}`)).text();
      expect(page).toMatch(/<img[^>]*data-focus="top"[^>]*alt="Ships at night"/);
    },
  );

  it("may be of a kind that requires a picture", async () => {
    const picture = await kept();
    const banner = { title: "Capital at risk.", url: "", imageKept: picture.id };
    expect((await send("/admin/banner/new", banner, "superadmin")).status).toBe(303);
    expect(await copyOf("banners")).toMatchObject({ origin_id: picture.id });
  });

  it("keeps its picture when the library's is deleted", async () => {
    const picture = await kept();
    await send("/admin/news/new", { ...ARTICLE, imageKept: picture.id });
    expect((await post(`/admin/pictures?delete=${picture.id}`, {})).status).toBe(303);
    expect(await colourAt((await copyOf("news"))?.id ?? "")).toBe("blue");
    expect(await colourAt(picture.image_id)).toBe("404");
  });

  it("follows changes of the description", spec("beyond picture library searched chosen"), async () => {
    const picture = await kept();
    await send("/admin/news/new", { ...ARTICLE, imageKept: picture.id });
    const [article] = await database.rows<{ id: string }>("select id from news");
    const page = async () => (await app.request(`/news/${article?.id}`)).text();
    await page();
    const changed = { ...HARBOUR, alt: "A quay", focus: "left", version: "1" };
    expect((await send(`/admin/pictures/${picture.id}/edit`, changed)).status).toBe(303);
    expect(await copyOf("news")).toMatchObject({ alt: "A quay", focus: "left" });
    expect(await page()).toMatch(/data-focus="left"[^>]*alt="A quay"/);
  });

  it("stops following after its picture is replaced, and keeps its own description", async () => {
    const picture = await kept();
    await send("/admin/news/new", { ...ARTICLE, imageKept: picture.id });
    const other = {
      title: "Fields",
      alt: "Stripes",
      focus: "left",
      version: "1",
      image: await drawnPicture("#ff0000"),
    };
    expect((await send(`/admin/pictures/${picture.id}/edit`, other)).status).toBe(303);
    expect(await copyOf("news")).toMatchObject({ alt: "Ships at night", focus: "top", origin_id: null });
    expect(await html(`/admin/pictures/${picture.id}/edit`, "editor")).toContain("Not used yet");
  });

  it("shows a conflict if the description changed since", async () => {
    const picture = await kept();
    const writing = openDatabase(app.databaseUrl);
    onTestFinished(writing.close);
    await writing.rows("begin");
    await writing.rows("update library_pictures set alt = 'A quay' where id = ?", [picture.id]);
    const saving = send("/admin/news/new", { ...ARTICLE, imageKept: picture.id });
    await expect
      .poll(() =>
        database.rows(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toHaveLength(1);
    await writing.rows("commit");
    expect((await saving).status).toBe(303);
    expect(await copyOf("news")).toMatchObject({ alt: "A quay" });
  });

  it(
    "is listed with the picture, for roles that may open it",
    spec("beyond picture library searched chosen"),
    async () => {
      const picture = await kept();
      await send("/admin/news/new", { ...ARTICLE, title: "Copper climbs", imageKept: picture.id });
      await send("/admin/banner/new", { title: "Secret note", url: "", imageKept: picture.id }, "superadmin");
      await insertRecord(database, "daily_briefs", {
        company_name: "Hidden company",
        analysis: `![Ships](/uploads/${picture.image_id}/320.webp)`,
      });
      const editor = await html(`/admin/pictures/${picture.id}/edit`, "editor");
      expect(editor).toContain("Copper climbs");
      expect(editor).toContain("2 records that you cannot open.");
      expect(editor).not.toMatch(/Secret note|Hidden company/);
      const superadmin = await html(`/admin/pictures/${picture.id}/edit`, "superadmin");
      for (const title of ["Copper climbs", "Secret note", "Hidden company"])
        expect(superadmin).toContain(title);
      expect(superadmin).toContain(", in the text");
    },
  );
});

describe("the picture chooser of a form", () => {
  it("shows matches without script, saves nothing and keeps the input", async () => {
    const picture = await kept();
    await kept({ title: "Fields", alt: "Stripes" });
    const answer = await send("/admin/news/new", {
      ...ARTICLE,
      title: "Typed",
      image: await drawnPicture("#ff0000"),
      ...{ librarySearch: "harb", libraryLook: "on" },
    });
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain(`<input type="radio" name="imageKept" value="${picture.id}"`);
    expect(page).not.toContain("<span>Fields</span>");
    expect(page).toMatch(/<details [^>]*open=""/);
    expect(page).toContain('value="Typed"');
    expect(await previewOf(page)).toBe(200);
    expect(await database.rows("select 1 from news")).toEqual([]);
  });

  it("without script keeps ticked and uploaded pictures through another search", async () => {
    const picture = await kept();
    await kept({ title: "Fields", alt: "Stripes" });
    const first = await send("/admin/news/new", {
      ...ARTICLE,
      title: "",
      image: await drawnPicture("#ff0000"),
    });
    const waiting = uploadedPictureIn(await first.text());
    const looked = await sendBoth([waiting, picture.id], { librarySearch: "fields", libraryLook: "on" });
    const page = await looked.text();
    expect(page).toContain(`name="imageKept" checked="" value="${picture.id}"`);
    expect(uploadedPictureIn(page)).toBe(waiting);
    expect(page).toContain("<span>Fields</span>");
    // None of these: the uploaded file.
    expect((await sendBoth([waiting, ""])).status).toBe(303);
    expect(await colourAt((await copyOf("news"))?.id ?? "")).toBe("red");
    expect(await database.rows("select 1 from pending_pictures")).toEqual([]);
  });

  it("uses the ticked picture if the uploaded one is gone", async () => {
    const picture = await kept();
    expect((await sendBoth([randomUUID(), picture.id])).status).toBe(303);
    expect(await copyOf("news")).toMatchObject({ origin_id: picture.id });
  });

  it("removes a library picture that it named itself", async () => {
    const picture = await kept();
    expect((await sendBoth([picture.id], { imageDrop: "on" })).status).toBe(303);
    expect(await copyOf("news")).toBeUndefined();
  });

  it("replaces the uploaded picture with the chosen one", async () => {
    const picture = await kept();
    const first = await send("/admin/news/new", {
      ...ARTICLE,
      title: "",
      image: await drawnPicture("#ff0000"),
    });
    const waiting = uploadedPictureIn(await first.text());
    expect((await sendBoth([waiting, picture.id], { imageDrop: "on" })).status).toBe(303);
    expect(await copyOf("news")).toMatchObject({ origin_id: picture.id });
    expect(await database.rows("select 1 from pending_pictures")).toEqual([]);
  });

  it("runs an unsent search once", async () => {
    await kept();
    const typed = { ...ARTICLE, librarySearch: "harbour", librarySearched: "" };
    expect((await send("/admin/news/new", typed)).status).toBe(200);
    expect(await database.rows("select 1 from news")).toEqual([]);
    expect((await send("/admin/news/new", { ...typed, librarySearched: "harbour" })).status).toBe(303);
  });

  it("keeps the chosen picture when another field is invalid", async () => {
    const picture = await kept();
    const refused = await send("/admin/news/new", { ...ARTICLE, title: "", imageKept: picture.id });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    const waiting = uploadedPictureIn(page);
    expect(await database.rows("select id, origin_id from pending_pictures")).toEqual([
      { id: waiting, origin_id: picture.id },
    ]);
    expect(await previewOf(page)).toBe(200);
    // The chosen picture stays even if somebody deletes it now; its description is the
    // current one.
    const left = await send("/admin/news/new", {
      ...ARTICLE,
      imageKept: waiting,
      imageDrop: "on",
      status: "draft",
    });
    expect(left.status).toBe(303);
    expect(await copyOf("news")).toBeUndefined();
    const again = await send("/admin/news/new", { ...ARTICLE, title: "", imageKept: picture.id });
    const kept2 = uploadedPictureIn(await again.text());
    expect((await send("/admin/news/new", { ...ARTICLE, imageKept: kept2 })).status).toBe(303);
    expect(await copyOf("news")).toMatchObject({ alt: "Ships at night", origin_id: picture.id });
    expect(await database.rows("select 1 from pending_pictures")).toEqual([]);
  });

  it("prefers a new upload, then the last choice, then the earlier upload", async () => {
    const picture = await kept();
    await send("/admin/news/new", {
      ...ARTICLE,
      imageKept: picture.id,
      image: await drawnPicture("#ff0000"),
    });
    const copy = await copyOf("news");
    expect([copy?.origin_id, await colourAt(copy?.id ?? "")]).toEqual([null, "red"]);
    await database.empty("news");
    const refused = await send("/admin/news/new", {
      ...ARTICLE,
      title: "",
      image: await drawnPicture("#ff0000"),
    });
    expect((await sendBoth([uploadedPictureIn(await refused.text()), picture.id])).status).toBe(303);
    expect(await colourAt((await copyOf("news"))?.id ?? "")).toBe("blue");
  });

  it(
    "reports a chosen picture that was deleted, and keeps the input",
    spec("beyond picture library searched chosen"),
    async () => {
      const picture = await kept();
      await post(`/admin/pictures?delete=${picture.id}`, {});
      for (const id of [picture.id, randomUUID(), "x"]) {
        const refused = await send("/admin/news/new", { ...ARTICLE, title: "Typed", imageKept: id });
        expect(refused.status).toBe(422);
        const page = await refused.text();
        expect(page).toContain("The picture you chose has expired. Please choose it again");
        expect(page).toContain('value="Typed"');
      }
      expect(await database.rows("select 1 from news")).toEqual([]);
    },
  );

  it("shows that the library is empty or has no match", async () => {
    expect(await html("/admin/pictures/choices?search=&field=image", "editor")).toContain(
      "The library is empty.",
    );
    await kept();
    const nothing = await html("/admin/pictures/choices?search=%25_%5C&field=image", "editor");
    expect(nothing).toContain("No picture in the library matches “%_\\”.");
  });

  it("escapes hostile titles", async () => {
    await kept({ title: '"><script>alert(1)</script>', alt: "](x) ![" });
    const choices = await (await get("/admin/pictures/choices?search=&field=", "editor")).text();
    expect(choices).not.toContain("<script>");
    expect(choices).toContain("![\\](x) !\\[](/uploads/");
    const odd = await (await get('/admin/pictures/choices?search=%00&field="><b>', "editor")).text();
    expect(odd).toContain("data-markdown");
    expect(odd).not.toContain("<b>");
  });

  it("works while the uses of a picture cannot be read", async () => {
    const { id } = await kept();
    const page = await withoutTable(app, "site_texts", () => html(`/admin/pictures/${id}/edit`, "editor"));
    expect(page).toContain("The list of uses could not be loaded");
    expect(page).toContain("Ships at night");
  });

  it("does not exist for members' photos", async () => {
    const { id } = await kept();
    const form = { firstname: "Ada", lastname: "Test", profileImageKept: id };
    const refused = await send("/dashboard", form, "premium");
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("has expired");
    expect(await database.rows("select 1 from images where origin_id is not null")).toEqual([]);
  });
});

describe("a picture inside a text", () => {
  const showing = ({ image_id }: Kept) => `Before.\n\n![Ships](/uploads/${image_id}/400.webp)\n\nBehind.`;

  it.each([
    ["news", "content"],
    ["daily_briefs", "analysis"],
    ["trade_alerts", "analysis"],
  ])(
    "cannot be deleted or replaced: %s",
    spec("beyond picture library searched chosen"),
    async (table, column) => {
      const picture = await kept();
      await insertRecord(database, table, { [column]: showing(picture) });
      const deleted = await post(`/admin/pictures?delete=${picture.id}`, {});
      expect(deleted.status).toBe(409);
      expect(await deleted.text()).toContain(
        "A text shows this picture, so it cannot be deleted. To see where it is used, edit the picture.",
      );
      const other = { ...HARBOUR, version: "1", image: await drawnPicture("#ff0000") };
      const replaced = await send(`/admin/pictures/${picture.id}/edit`, other);
      expect(replaced.status).toBe(422);
      expect(await replaced.text()).toContain("Texts show this picture, so it cannot be replaced.");
      expect(await colourAt(picture.image_id)).toBe("blue");
      await database.empty(table);
      expect((await post(`/admin/pictures?delete=${picture.id}`, {})).status).toBe(303);
    },
  );

  it("stays when several pictures are deleted together", async () => {
    const picture = await kept();
    const other = await kept({ title: "Fields" });
    await insertRecord(database, "news", { content: showing(picture) });
    const search = new URLSearchParams([
      ["id", picture.id],
      ["id", other.id],
      ["change", "delete"],
    ]);
    const [, versions = ""] =
      /name="versions" value="([^"]*)"/.exec(
        await (await get(`/admin/pictures/selection?${search}`)).text(),
      ) ?? [];
    const confirmation = await post(`/admin/pictures/selection?${search}`, { versions });
    expect(confirmation.status).toBe(409);
    expect(await confirmation.text()).toContain("A text shows this picture, so it cannot be deleted.");
    expect(await library()).toHaveLength(2);
  });

  it("stays while its text is in the bin", async () => {
    const picture = await kept();
    const article = await insertRecord(database, "news", {
      content: showing(picture),
      title: "Deleted words",
    });
    expect((await post(`/admin/news?delete=${article}`, {})).status).toBe(303);
    expect((await post(`/admin/pictures?delete=${picture.id}`, {})).status).toBe(409);
    expect(await html(`/admin/pictures/${picture.id}/edit`)).toContain("Deleted words");
    const editor = await html(`/admin/pictures/${picture.id}/edit`, "editor");
    expect(editor).toContain("1 record that you cannot open.");
    expect(editor).not.toContain("Deleted words");
    expect((await post(`/admin/bin?delete=${(await binned())?.id}`, {})).status).toBe(303);
    expect((await post(`/admin/pictures?delete=${picture.id}`, {})).status).toBe(303);
  });

  it("has its description as alternative text, never staff's title", async () => {
    const picture = await kept({ alt: "Fed [Powell] \\ noon" });
    const [, line = ""] =
      /data-markdown="([^"]*)"/.exec(await html("/admin/pictures/choices?search=&field=")) ?? [];
    const id = await insertRecord(database, "news", { content: `Before.\n\n${line}` });
    expect(await (await app.request(`/news/${id}`)).text()).toContain('alt="Fed [Powell] \\ noon"');
    const plain = await kept({ alt: "", title: "Secret" });
    const form = await html(`/admin/pictures/${plain.id}/edit`);
    expect(form).toContain(`![](/uploads/${plain.image_id}/`);
    expect(picture.id).not.toBe(plain.id);
  });

  it("counts for the current version of a page only", async () => {
    const version = (values: object) =>
      database.insert("site_texts", { staff_name: "Grace Murray", ...values });
    const picture = await kept();
    await version({ page: "about", number: 1, body: showing(picture) });
    expect((await post(`/admin/pictures?delete=${picture.id}`, {})).status).toBe(409);
    await version({ page: "about", number: 2, body: "Nothing of it." });
    expect((await post(`/admin/pictures?delete=${picture.id}`, {})).status).toBe(303);
  });

  it("needs confirmation if it is missing", async () => {
    const picture = await kept();
    await post(`/admin/pictures?delete=${picture.id}`, {});
    const refused = await send("/admin/news/new", { ...ARTICLE, content: showing(picture) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("One picture in the text cannot be shown");
    const confirmed = await send("/admin/news/new", {
      ...ARTICLE,
      content: showing(picture),
      confirmed: "on",
    });
    expect(confirmed.status).toBe(303);
  });

  it("appears again after it is restored from the bin", async () => {
    const picture = await kept();
    await post(`/admin/pictures?delete=${picture.id}`, {});
    expect((await post(`/admin/bin/${(await binned())?.id}`, {})).status).toBe(303);
    expect(await colourAt(picture.image_id)).toBe("blue");
    expect(await library()).toMatchObject([{ id: picture.id, version: 2 }]);
  });
});

describe("picture files", () => {
  it("are deleted with their record and only then", async () => {
    const picture = await kept();
    await send("/admin/news/new", { ...ARTICLE, imageKept: picture.id });
    await post(`/admin/pictures?delete=${picture.id}`, {});
    await database.rows("update binned_records set created_at = now() - interval '31 days'");
    await runHourlyTasks();
    expect(await database.rows("select 1 from images where id = ?", [picture.image_id])).toEqual([]);
    expect(await colourAt((await copyOf("news"))?.id ?? "")).toBe("blue");
  });
});
