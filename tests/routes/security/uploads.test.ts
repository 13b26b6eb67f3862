import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { emptyBin } from "tests/support/bin";
import { rawRequest, repeatForever } from "tests/support/raw-request";
import { app, database, setUpApp } from "tests/support/running-app";
import { drawn, SEED_NOTE } from "tests/support/sample";
import { spec } from "tests/support/spec";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { picture, REJECTED_FILES, SCRIPT } from "./rejected-files";

let folder: string;
let cookies: string;

setUpApp();

beforeAll(async () => {
  folder = app.dataDir;
  cookies = await app.cookiesOf("admin");
});
beforeEach(async () => {
  for (const { id } of await database.rows<{ id: string }>("select id from news")) {
    await app.request(`/api/news/${id}`, { method: "DELETE", cookies });
  }
  await emptyBin(app);
  await database.rows("delete from pending_pictures");
  await rm(join(folder, "uploads", "pending"), { recursive: true, force: true });
});

const FIELDS = {
  title: "Typed & kept",
  content: "Typed text",
  category: "Energy",
  status: "published",
  author: "",
};

function formWith(files: [name: string, bytes: Buffer, filename: string][], fields = FIELDS): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes, filename] of files) {
    form.append(name, new File([new Uint8Array(bytes)], filename, { type: "image/jpeg" }));
  }
  return form;
}

const post = (path: string, body: FormData, method = "POST") => app.request(path, { method, cookies, body });

/** Every file of the uploads folder, and every picture in the database, by id. */
async function storedFiles(): Promise<{ files: string[]; pictures: string[] }> {
  const entries = await readdir(join(folder, "uploads"), { recursive: true }).catch(() => []);
  const files = entries.filter((name) => name.includes("/")).toSorted();
  const pictures = await database.rows<{ id: string }>("select id from images order by id");
  return { files, pictures: pictures.map(({ id }) => id) };
}

/** The same without this many pending pictures of refused forms. */
async function storedBeside(waiting: number) {
  const { files, pictures } = await storedFiles();
  const rows = await database.rows<{ id: string }>("select id from pending_pictures");
  const waits = (file: string) => rows.some(({ id }) => file.startsWith(`pending/${id}`));
  expect(rows).toHaveLength(waiting);
  return { files: files.filter((file) => !waits(file)), pictures };
}

const NOTHING = { files: [], pictures: [] };

describe("a rejected upload", () => {
  const inForm = async (bytes: Buffer) => {
    const response = await post("/admin/news/new", formWith([["image", bytes, "picture.jpg"]]));
    expect(response.status, SEED_NOTE).toBe(422);
    const html = await response.text();
    expect(html).toMatch(/(picture|file) (is|has) [^<]*(choose|Please)/i);
    expect(html).toContain('href="#image"');
    expect(html).toContain('value="Typed &amp; kept"');
    expect(html).toContain("Typed text");
  };
  const inApi = async (bytes: Buffer) => {
    const response = await post("/api/news", formWith([["image", bytes, "picture.jpg"]]));
    expect(response.status, SEED_NOTE).toBe(422);
    expect(await response.json()).toMatchObject({ errors: { image: expect.stringMatching(/picture/) } });
  };

  it.each(Object.entries(REJECTED_FILES))("%s gets a message, and no file remains", async (name, make) => {
    const bytes = await make();
    for (const refuse of drawn([inForm, inApi], 1, `${name} uploaded`)) await refuse(bytes);
    expect(await storedFiles()).toEqual(NOTHING);
    expect(await database.rows("select 1 from news")).toEqual([]);
  });

  it.each([
    ["zero bytes", [["image", Buffer.alloc(0), "empty.jpg"]]],
    ["no file name", [["image", Buffer.from("x"), ""]]],
  ] as [string, [string, Buffer, string][]][])("%s counts as no picture", async (_, files) => {
    const response = await post("/api/news", formWith(files));
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ imageUrl: null });
    expect(await storedFiles()).toEqual(NOTHING);
  });

  it("twenty simultaneous uploads succeed", async () => {
    const bytes = await picture("jpeg");
    const files = Array.from({ length: 20 }, (): [string, Buffer, string] => ["image", bytes, "picture.jpg"]);
    const response = await post("/api/news", formWith(files));
    expect(response.status).toBeLessThan(500);
    expect((await storedFiles()).pictures.length).toBeLessThanOrEqual(1);
  });

  it("an endless upload is cut off in each part", async () => {
    for (const name of ["image", "avatar", "title"]) {
      const filename = name === "title" ? "" : '; filename="x.jpg"';
      const head = `--x\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n`;
      const memory = process.memoryUsage().rss;
      const { status } = await rawRequest(app.url, {
        path: "/api/news",
        method: "POST",
        headers: {
          Host: "localhost:3000",
          Cookie: cookies,
          "Content-Type": "multipart/form-data; boundary=x",
        },
        body: (function* () {
          yield head;
          yield* repeatForever(Buffer.alloc(65_536, 120));
        })(),
      });
      expect(status).toBe(413);
      expect(process.memoryUsage().rss - memory).toBeLessThan(100 * 1024 * 1024);
    }
    expect(await storedFiles()).toEqual(NOTHING);
  });
});

describe("a picture", () => {
  it("is re-encoded without the original bytes, location and camera", async () => {
    const withPlace = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#B08D57" } })
      .jpeg()
      .withExif({
        IFD0: { Copyright: "SECRETOWNER", Make: "SECRETCAMERA" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "51/1 30/1 0/1",
          GPSLongitudeRef: "W",
          GPSLongitude: "0/1 7/1 0/1",
        },
      })
      .toBuffer();
    expect((await sharp(withPlace).metadata()).exif?.toString("latin1")).toContain("SECRETOWNER");
    const polyglot = Buffer.concat([
      withPlace,
      Buffer.from(`SECRETTAIL${SCRIPT}<?php system($_GET[0]) ?>PK\x03\x04`),
    ]);
    const saved = await post("/api/news", formWith([["image", polyglot, "../../evil.php"]]));
    expect(saved.status).toBe(201);
    const { imageUrl } = (await saved.json()) as { imageUrl: string };
    expect(imageUrl).toMatch(/^\/uploads\/[0-9a-f-]{36}\/\d+\.webp$/);
    const { files, pictures } = await storedFiles();
    expect(pictures).toHaveLength(1);
    for (const file of files) {
      const served = await app.request(`/uploads/${file}`);
      expect(served.headers.get("Content-Type")).toBe("image/webp");
      const bytes = Buffer.from(await served.arrayBuffer());
      expect(bytes.toString("latin1")).not.toMatch(/SECRET|script|php|GPS|Exif/i);
      const { exif, xmp, icc, format } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, format]).toEqual([undefined, undefined, undefined, "webp"]);
    }
  });

  it("is deleted when replaced, hidden while its record is in the bin, and deleted with the record", async () => {
    const first = await post("/api/news", formWith([["image", await picture("png"), "a.png"]]));
    const { id } = (await first.json()) as { id: string };
    const before = await storedFiles();
    expect(before.files.length).toBeGreaterThan(0);
    const kept = await post(`/api/news/${id}`, formWith([]), "PUT");
    expect(kept.status).toBe(200);
    expect(await storedFiles()).toEqual(before);
    const replaced = await post(
      `/api/news/${id}`,
      formWith([["image", await picture("webp"), "b.webp"]]),
      "PUT",
    );
    expect(replaced.status).toBe(200);
    const after = await storedFiles();
    expect(after.pictures).toHaveLength(1);
    expect(after.pictures).not.toEqual(before.pictures);
    expect(after.files.every((file) => file.startsWith(after.pictures[0] ?? "none"))).toBe(true);
    expect((await app.request(`/uploads/${before.files[0]}`)).status).toBe(404);
    await app.request(`/api/news/${id}`, { method: "DELETE", cookies });
    expect(await storedFiles()).toEqual(after);
    for (const asWhom of ["", cookies]) {
      const hidden = await app.request(`/uploads/${after.files[0]}`, { cookies: asWhom });
      expect([hidden.status, hidden.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    }
    await emptyBin(app);
    expect(await storedFiles()).toEqual(NOTHING);
  });

  it("is stored as pending only, if another field is invalid or somebody else saved first", async () => {
    const bytes = await picture("png");
    const wrong = await post(
      "/admin/news/new",
      formWith([["image", bytes, "a.png"]], { ...FIELDS, title: "" }),
    );
    expect(wrong.status).toBe(422);
    expect(await storedBeside(1)).toEqual(NOTHING);
    const first = await post("/api/news", formWith([]));
    const { id } = (await first.json()) as { id: string };
    const late = await post(
      `/admin/news/${id}/edit`,
      formWith([["image", bytes, "a.png"]], { ...FIELDS, version: "7" } as typeof FIELDS),
    );
    expect(late.status).toBe(409);
    expect(await storedBeside(2)).toEqual(NOTHING);
  });

  it("is not stored if the save fails, and every request gets an answer", async () => {
    await database.rows("alter table changes add constraint broken check (action <> 'added') not valid");
    try {
      const bytes = await picture("png");
      const failed = await post("/admin/news/new", formWith([["image", bytes, "a.png"]]));
      expect(failed.status).toBe(500);
      const html = await failed.text();
      expect(html).toContain("Failed to add news.");
      expect(html).toContain('value="Typed &amp; kept"');
      const inJson = await post("/api/news", formWith([["image", bytes, "a.png"]]));
      expect(inJson.status).toBe(500);
      expect(await inJson.json()).toEqual({ message: expect.any(String) });
      expect(await storedBeside(1)).toEqual(NOTHING);
    } finally {
      await database.rows("alter table changes drop constraint broken");
    }
  });

  it(
    "that is missing is replaced by a placeholder with status 404 and without caching",
    spec("beyond picture whose file gone"),
    async () => {
      const saved = await post("/api/news", formWith([["image", await picture("png"), "a.png"]]));
      const { imageUrl } = (await saved.json()) as { imageUrl: string };
      const { headers } = await app.request(imageUrl);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable, s-maxage=0");
      await rm(join(folder, "uploads", imageUrl.split("/")[2] ?? ""), { recursive: true });
      const missing = await app.request(imageUrl);
      expect(missing.status).toBe(404);
      expect(missing.headers.get("Content-Type")).toBe("image/svg+xml");
      expect(missing.headers.get("Cache-Control")).toBe("no-store");
      const { format, width, height } = await sharp(Buffer.from(await missing.arrayBuffer())).metadata();
      expect([format, (width ?? 0) / (height ?? 1)]).toEqual(["svg", 1.5]);
    },
  );

  it.each(["../../../etc/passwd", "x/640.webp", "%2e%2e/640.webp", `${"0".repeat(36)}/640.webp`])(
    "is the only file that /uploads/ serves: %s",
    spec("beyond picture whose file gone"),
    async (path) => {
      const { status } = await rawRequest(app.url, {
        path: `/uploads/${path}`,
        headers: { Host: "localhost:3000" },
      });
      expect(status).toBe(404);
    },
  );
});
