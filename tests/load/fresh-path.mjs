import { randomUUID } from "node:crypto";

/**
 * An address that no earlier request used.
 *
 * @param {string} path may hold `{uuid}` and `{n}`
 * @param {number} n the number of the request
 */
export const freshPath = (path, n) =>
  path.includes("{") ? path.replace("{uuid}", () => randomUUID()).replace("{n}", String(n)) : path;
