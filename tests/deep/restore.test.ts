import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  filesIn,
  fillSite,
  fillSmallSite,
  NOW,
  QUEUE,
  readContents,
  readPendingJobs,
  type Site,
  temporarySites,
  uploadsOf,
} from "tests/support/backups";
import { queryOnce } from "tests/support/postgres";
import { startInstance } from "tests/support/server-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUp } from "~/server/backup/back-up";
import type { Manifest } from "~/server/backup/parts";
import { restore } from "~/server/backup/restore";

const { folder, newSite, remove } = temporarySites();

afterAll(remove);

describe("a site that was backed up and restored into an empty place", () => {
  const file = join(folder, "site.tar.gz");
  let before: Site;
  let after: Site;
  let manifest: Manifest;

  beforeAll(async () => {
    before = await newSite("before");
    await fillSite(before, 200);
    // A picture that waits for a form, and one whose file is gone.
    const waiting = { id: "0198e0de-0000-7000-8000-000000000001", key: "320.webp" };
    await queryOnce(
      before.databaseUrl,
      `insert into pending_pictures (id, owner_kind, owner_id, form, width, height, byte_size, widths)
       values (?, 'staff', gen_random_uuid(), 'news', 320, 200, 3, '{320}')`,
      [waiting.id],
    );
    await uploadsOf(before).put(`pending/${waiting.id}/${waiting.key}`, Buffer.from("abc"));
    manifest = await backUp({
      databaseUrl: before.databaseUrl,
      storage: uploadsOf(before),
      file,
      now: NOW,
    });
    after = await newSite("after");
    await restore({ databaseUrl: after.databaseUrl, storage: uploadsOf(after), file });
  });

  it("has every row of every table, every rule, index and trigger, and goes on counting where it was", async () => {
    const contents = await readContents(before);
    expect(await readContents(after)).toEqual(contents);
    expect(Object.keys(contents.rows as object).length).toBe(manifest.tables.length + 1);
    expect((contents.sequences as unknown[]).length).toBeGreaterThan(0);
  });

  it("has every file of a picture, those of forms included", () => {
    const files = filesIn(join(before.dataDir, "uploads"));
    expect(filesIn(join(after.dataDir, "uploads"))).toEqual(files);
    expect(Object.keys(files)).toHaveLength(manifest.pictures.files);
    expect(manifest.pictures.files).toBeGreaterThan(100);
    // The bulk rows' pictures have no files.
    expect(manifest.pictures.missing).toBeGreaterThan(200);
  });

  it("has the jobs that were to be done, when they were to be done", async () => {
    const jobs = await readPendingJobs(before);
    expect(jobs).toEqual([
      { name: QUEUE, data: { of: "a transaction" }, hours: 0 },
      { name: QUEUE, data: { said: 'a "quote", a \\ and a\nline' }, hours: 0 },
      { name: QUEUE, data: { when: "tomorrow" }, hours: 24 },
    ]);
    expect(await readPendingJobs(after)).toEqual(jobs);
  });

  it("has the statistics that the planner needs", async () => {
    const [known] = await queryOnce<{ columns: number }>(
      after.databaseUrl,
      "select count(*)::int as columns from pg_stats where schemaname = 'public' and tablename = 'members'",
    );
    expect(known?.columns).toBeGreaterThan(5);
  });

  it("serves, shows its pictures, lets a member in and counts what is added", async () => {
    const server = await startInstance(after.databaseUrl, { DATA_DIR: after.dataDir });
    try {
      const published = await queryOnce<{ id: string }>(
        after.databaseUrl,
        "select image_id as id from news where status = 'published' and (publish_at is null or publish_at <= now())",
      );
      const publishedIds = new Set(published.map(({ id }) => id));
      const files = Object.keys(filesIn(join(after.dataDir, "uploads")));
      const picture = files.find((file) => publishedIds.has(file.split("/")[0] ?? ""));
      expect((await fetch(`${server.url}/uploads/${picture}`)).status).toBe(200);
      const credentials = { email: "premium@demo.test", password: "Openbell-demo-2026" };
      const reply = await fetch(`${server.url}/api/auth/user/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(credentials),
      });
      expect(reply.status).toBe(200);
      await queryOnce(after.databaseUrl, "delete from banners");
      const [count] = await queryOnce<{ count: number }>(
        after.databaseUrl,
        "select sum(count)::int as count from record_counts where kind = 'banners'",
      );
      expect(count?.count).toBe(0);
    } finally {
      await server.stop();
    }
  });

  it("is in a file that only its owner can read", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe("a backup of a site at work", () => {
  it("has the rows of one moment, whatever is written meanwhile, and lets go of pictures deleted meanwhile", async () => {
    const site = await newSite("busy");
    await fillSmallSite(site);
    const uploads = uploadsOf(site);
    const storage = {
      ...uploads,
      // Asked for when the moment is chosen, and before any table is read.
      async read(key: string) {
        await queryOnce(site.databaseUrl, "delete from banners");
        await rm(join(site.dataDir, "uploads", key));
        return uploads.read(key);
      },
    };
    const file = join(folder, "busy.tar.gz");
    const { pictures } = await backUp({ databaseUrl: site.databaseUrl, storage, file, now: NOW });
    const titles = "select title from banners";
    expect(await queryOnce(site.databaseUrl, titles)).toEqual([]);
    expect(pictures).toEqual({ files: 0, missing: 1 });
    const fresh = await newSite("calm");
    await restore({ databaseUrl: fresh.databaseUrl, storage: uploadsOf(fresh), file });
    expect(await queryOnce(fresh.databaseUrl, titles)).toEqual([{ title: "A title" }]);
  });
});
