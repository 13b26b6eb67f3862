// Measures 10,000 listeners of the quotes' stream on one process: its memory, and the time of a change to all.
//
//     DATABASE_URL=postgres://… node tests/load/listeners.mjs [listeners]
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { knex } from "@mikro-orm/postgresql";
import { memory, startServer, stopServer, withDatabase } from "./processes.mjs";

const LISTENERS = Number(process.argv[2] ?? 10_000);
/** Connections that are opened at once. */
const AT_ONCE = 100;
const CHANGES = 10;

/** @typedef {{ socket: import("node:net").Socket, changes: number, snapshot: boolean }} Listener */

/** The limits are per address, so each listener has its own. @param {number} nth */
const addressOf = (nth) => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`;

/** @param {number} port @param {number} nth @returns {Promise<Listener>} */
async function listen(port, nth) {
  const socket = connect(port, "127.0.0.1");
  const listener = { socket, changes: 0, snapshot: false };
  socket.setEncoding("latin1");
  socket.on("data", (/** @type {string} */ text) => {
    listener.snapshot ||= text.includes("event: snapshot");
    listener.changes += text.split("event: change").length - 1;
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  const head = ["GET /api/markets/stream HTTP/1.1", `Host: localhost:${port}`, "Accept: text/event-stream"];
  socket.write([...head, `X-Forwarded-For: ${addressOf(nth)}`, "", ""].join("\r\n"));
  return listener;
}

/** @param {() => boolean} isDone */
async function until(isDone) {
  const began = performance.now();
  while (!isDone()) {
    if (performance.now() - began > 120_000) throw new Error("Not every listener got the event");
    await sleep(5);
  }
  return Math.round(performance.now() - began);
}

await withDatabase(async (url) => {
  const database = knex({ client: "pg", connection: url, pool: { min: 0, max: 1 } });
  const { port, server } = await startServer({ DATABASE_URL: url, TRUST_PROXY: "1" });
  try {
    await fetch(`http://127.0.0.1:${port}/market`, { headers: { Host: `localhost:${port}` } });
    await sleep(2_000);
    const idle = memory(server.pid);
    /** @type {Listener[]} */
    const listeners = [];
    while (listeners.length < LISTENERS) {
      const part = Array.from({ length: AT_ONCE }, (_, nth) => listen(port, listeners.length + nth));
      listeners.push(...(await Promise.all(part)));
    }
    await until(() => listeners.every(({ snapshot }) => snapshot));
    const connected = memory(server.pid);
    const times = [];
    for (let change = 1; change <= CHANGES; change += 1) {
      await database.raw(
        "update quotes set last = last + 0.01 where id = (select id from quotes order by id limit 1)",
      );
      times.push(await until(() => listeners.every(({ changes }) => changes >= change)));
    }
    const rounded = (/** @type {number} */ value) => `${Math.round(value)} MB`;
    console.log(`${LISTENERS} listeners: ${rounded(idle)} idle, ${rounded(connected)} connected,`);
    console.log(
      `${rounded(memory(server.pid))} after ${CHANGES} changes, which took ${times.join(", ")} ms to all`,
    );
    for (const { socket } of listeners) socket.destroy();
  } finally {
    await stopServer(server);
    await database.destroy();
  }
});
