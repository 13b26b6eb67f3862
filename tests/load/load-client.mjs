// One load generator: keeps `connections` sockets busy with one request after the other and counts whole answers.
import { connect } from "node:net";

/** @typedef {{ port: number, path: string, cookie: string, connections: number, seconds: number }} Order */

process.on("message", async (order) => process.send?.(await load(/** @type {Order} */ (order))));
process.on("disconnect", () => process.exit(0));

/** @param {Order} order */
async function load({ port, path, cookie, connections, seconds }) {
  const head = [
    `GET ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    "Accept: text/html",
    "Connection: keep-alive",
  ];
  const request = `${[...head, ...(cookie ? [`Cookie: ${cookie}`] : [])].join("\r\n")}\r\n\r\n`;
  /** @type {number[]} */
  const latencies = [];
  let failed = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => busySocket()));
  latencies.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), failed };

  function busySocket() {
    return new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      let begun = 0;
      let missing = -1;
      const next = () => {
        if (performance.now() >= until) return void socket.end(() => resolve(undefined));
        begun = performance.now();
        missing = -1;
        socket.write(request);
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
          if (!text.startsWith("HTTP/1.1 200") || length === undefined) failed += 1;
          missing = Number(length ?? 0) - (chunk.length - end - 4);
        } else missing -= chunk.length;
        if (missing > 0) return;
        latencies.push(performance.now() - begun);
        next();
      });
    });
  }
}
