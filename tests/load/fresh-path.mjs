import { randomUUID } from "node:crypto";

/**
 * An address that no request before it asked for.
 *
 * @param {string} path may hold `{uuid}` and `{n}`
 * @param {number} n counts the requests
 */
export const freshPath = (path, n) =>
  path.includes("{") ? path.replace("{uuid}", () => randomUUID()).replace("{n}", String(n)) : path;
