import { mkdir, truncate, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { startInstance } from "tests/support/server-process";
import { expect, it } from "vitest";

setUpApp();

/** Requests a file, reads its beginning, and disconnects. */
async function abortDownload(url: string, path: string, cookies = ""): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const begun = new Promise<string>((resolve, reject) => {
    socket.once("data", (chunk) => resolve(chunk.toString("latin1")));
    socket.once("error", reject);
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${cookies}\r\n\r\n`);
  const head = await begun;
  socket.destroy();
  return head;
}

it("a reader who aborts a download does not affect others", async () => {
  const id = await insertRecord(database, "images");
  await insertRecord(database, "news", { image_id: id });
  await mkdir(join(app.dataDir, "uploads", id), { recursive: true });
  const file = join(app.dataDir, "uploads", id, "640.webp");
  await writeFile(file, "");
  // More than the machine's socket buffers.
  await truncate(file, 64 * 1024 * 1024);
  // Long texts without a word, which the search would index.
  await database.rows(`insert into news (title, category, content)
    select 'Article ' || n, 'Tech', repeat('. ', 20000) from generate_series(1, 800) as n`);
  const instance = await startInstance(app.databaseUrl, {
    DATA_DIR: app.dataDir,
    PUBLIC_URL: "http://localhost:3000",
  });
  const ended = new Promise<never>((_, reject) =>
    instance.process.once("exit", (code) => reject(new Error(`The server ended with ${code}`))),
  );
  const staff = await app.cookiesOf("superadmin");
  const visits = async () => {
    for (let visit = 0; visit < 5; visit += 1) {
      expect(await abortDownload(instance.url, `/uploads/${id}/640.webp`)).toMatch(/^HTTP\/1\.1 200/);
      expect(await abortDownload(instance.url, "/admin/news/export.csv", staff)).toMatch(/^HTTP\/1\.1 200/);
    }
    // By the end of these requests, an unclosed file would have caused its error.
    for (let visit = 0; visit < 20; visit += 1) {
      expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await Promise.race([visits(), ended]);
  instance.process.removeAllListeners("exit");
  instance.process.kill("SIGKILL");
});
