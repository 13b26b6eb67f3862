import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identityOf, lives } from "./process.mjs";

let seats = 0;

/**
 * Who uses a cluster now, one file per use, named after the living process: the last one to leave stops
 * PostgreSQL. A process that was killed leaves its file behind; it no longer counts.
 * Enter and leave only within the cluster's turn.
 *
 * @param {string} home folder of the cluster
 */
export function enter(home) {
  const folder = join(home, "users");
  mkdirSync(folder, { recursive: true });
  seats += 1;
  const seat = join(folder, `${identityOf(process.pid)}-${seats}`);
  writeFileSync(seat, nameOf(home));
  return {
    /** @returns {boolean} whether nobody else is left */
    leave() {
      rmSync(seat, { force: true });
      return usersOf(home).length === 0;
    },
  };
}

/**
 * @param {string} home folder of the cluster
 * @returns {string[]} the uses by living processes; the marks of dead ones are removed
 */
export function usersOf(home) {
  const folder = join(home, "users");
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.filter((name) => {
    const seat = join(folder, name);
    const taken = lives(name.slice(0, name.lastIndexOf("-"))) && readFileSync(seat, "utf8") === nameOf(home);
    if (!taken) rmSync(seat, { force: true });
    return taken;
  });
}

/**
 * Marks that came along when somebody copied the folder are not of this one.
 *
 * @param {string} home
 */
function nameOf(home) {
  const { dev, ino } = statSync(home);
  return `${dev}-${ino}`;
}
