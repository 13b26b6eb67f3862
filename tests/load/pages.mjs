// The bytes of pages as a server sends them, and the bare server with the same bytes.
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { freshPath } from "./fresh-path.mjs";
import { nextMessage, spawnNode } from "./processes.mjs";

/** @typedef {{ path: string, status: number, type: string, body: string }} Page `body` in base64, as it was sent */
/** @typedef {{ url: string, path: string, cookie: string, encoding: string }} Ask */

/**
 * @param {Ask[]} asks
 * @returns {Promise<Page[]>} their paths are those of the bare server: `/0`, `/1` …
 */
export const pagesOf = (asks) =>
  Promise.all(
    asks.map(async ({ url, path, cookie, encoding }, index) => {
      const headers = { Cookie: cookie, "Accept-Encoding": encoding };
      // Twice: the first reply is compressed less.
      await bytesAt(url + freshPath(path, 0), headers);
      const { status, type, body } = await bytesAt(url + freshPath(path, 0), headers);
      return { path: `/${index}`, status, type, body: body.toString("base64") };
    }),
  );

/** @param {Page | undefined} page */
export const kilobytes = (page) => Buffer.from(page?.body ?? "", "base64").length / 1024;

/**
 * A raw reply.
 *
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<{ status: number, type: string, body: Buffer }>}
 */
const bytesAt = (url, headers) =>
  new Promise((resolve, reject) => {
    const asking = request(url, { headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const type = response.headers["content-type"] ?? "";
        resolve({ status: response.statusCode ?? 0, type, body: Buffer.concat(chunks) });
      });
    });
    asking.on("error", reject).end();
  });

/** @param {Page[]} pages @returns {Promise<number>} the port of the bare server */
export async function startBaseline(pages) {
  const bare = spawnNode(0, [fileURLToPath(new URL("./baseline-server.mjs", import.meta.url))]);
  bare.send(pages);
  return (await nextMessage(bare)).port;
}
