// A load generator: keeps `connections` sockets busy with one request after the other and counts complete
// replies. It cycles through several addresses and continues from the order before. `status` is the expected
// status.
import { connect } from "node:net";
import { freshPath } from "./fresh-path.mjs";

/** @typedef {{ port: number, paths: string[], cookie: string, encoding: string, connections: number, seconds: number, status?: number }} Order */

process.on("message", async (order) => process.send?.(await load(/** @type {Order} */ (order))));
process.on("disconnect", () => process.exit(0));

const LAST_CHUNK = "\r\n0\r\n\r\n";
let nextPath = 0;

/** @param {Order} order */
async function load({ port, paths, cookie, encoding, connections, seconds, status = 200 }) {
  const head = [
    `Host: localhost:${port}`,
    "Accept: text/html",
    `Accept-Encoding: ${encoding}`,
    "Connection: keep-alive",
  ];
  const lines = `${[...head, ...(cookie ? [`Cookie: ${cookie}`] : [])].join("\r\n")}\r\n\r\n`;
  const nextRequest = () => {
    nextPath += 1;
    return `GET ${freshPath(paths[nextPath % paths.length] ?? "/", nextPath)} HTTP/1.1\r\n${lines}`;
  };
  /** @type {number[]} */
  const latencies = [];
  let failed = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => busySocket()));
  latencies.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    pages: latencies.length,
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    failed,
  };

  function busySocket() {
    return new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      let begun = 0;
      let missing = -1;
      let tail = "";
      const next = () => {
        if (performance.now() >= until) return void socket.end(() => resolve(undefined));
        begun = performance.now();
        missing = -1;
        tail = "";
        socket.write(nextRequest());
      };
      socket.setNoDelay(true);
      socket.on("connect", next);
      socket.on("error", () => {
        failed += 1;
        resolve(undefined);
      });
      socket.on("data", (chunk) => {
        if (missing === -1) {
          const end = chunk.indexOf("\r\n\r\n");
          const text = chunk.toString("latin1", 0, end);
          const length = /content-length: (\d+)/i.exec(text)?.[1];
          if (!text.startsWith(`HTTP/1.1 ${status}`)) failed += 1;
          const chunked = length === undefined && /transfer-encoding: chunked/i.test(text);
          missing = chunked ? Number.POSITIVE_INFINITY : Number(length ?? 0) - (chunk.length - end - 4);
        } else missing -= chunk.length;
        // The end may arrive in several chunks.
        const end = chunk.subarray(-LAST_CHUNK.length).toString("latin1");
        tail = (tail + end).slice(-LAST_CHUNK.length);
        const isLast = missing === Number.POSITIVE_INFINITY && tail === LAST_CHUNK;
        if (missing > 0 && !isLast) return;
        latencies.push(performance.now() - begun);
        next();
      });
    });
  }
}
