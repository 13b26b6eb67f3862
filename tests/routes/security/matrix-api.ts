import { patternOf } from "tests/support/api-description";
import { allRoutes } from "tests/support/routes";
import { MATRIX } from "./matrix";
import type { MatrixRow } from "./outcomes";

/** The addresses for programs; `/api/*` matches all others. */
export const API_ADDRESSES = allRoutes().filter(({ pattern, page }) => /^\/api\/[^*]/.test(pattern) && !page);

/** An optional parameter is present in the documented form. */
export const documented = (pattern: string) => pattern.replace("?", "");

/** The matrix's row of a documented path. @throws if the path is no address */
export function matrixRowOf(path: string): MatrixRow {
  const address = API_ADDRESSES.find(({ pattern }) => documented(pattern) === patternOf(path));
  const row = address && MATRIX[address.pattern];
  if (!row) throw new Error(`${path} is described and is no address`);
  return row;
}
