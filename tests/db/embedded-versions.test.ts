import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { newFolder, removeFolders, start } from "./embedded-folders";

afterAll(removeFolders);

/** A data folder written by this PostgreSQL version. */
function folderOf(version: string): string {
  const folder = newFolder();
  const data = join(folder, "postgres", "data");
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "PG_VERSION"), `${version}\n`);
  writeFileSync(join(folder, "postgres", "port"), "54321");
  return folder;
}

/** Every path in the folder, with its owner, mode, time and content. */
function stateOf(folder: string): unknown[] {
  return readdirSync(join(folder, "postgres"), { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { uid, mode, mtimeMs } = statSync(path);
    return [path, uid, mode, mtimeMs, entry.isFile() && readFileSync(path, "utf8")];
  });
}

describe("a data folder of another PostgreSQL", () => {
  it.each([
    [
      "17",
      /PostgreSQL 17, this release brings 18: run `npm run backup` with the release that wrote it, move this folder away, and run `npm run restore` with this one\.$/,
    ],
    ["19", /PostgreSQL 19, this release brings 18: start the newer release that wrote it\.$/],
  ])("version %s is not changed, and the error says what to do", async (version, line) => {
    const folder = folderOf(version);
    const before = stateOf(folder);
    await expect(start(folder)).rejects.toMatchObject({
      name: "EmbeddedDatabaseError",
      message: expect.stringMatching(line),
    });
    expect(stateOf(folder)).toEqual(before);
    expect(readdirSync(folder)).toEqual(["postgres"]);
  });
});
