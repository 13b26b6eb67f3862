import { patternOf } from "tests/support/api-description";
import { allRoutes } from "tests/support/routes";
import { MATRIX } from "./matrix";
import type { MatrixRow } from "./outcomes";

/** The addresses that programs call; `/api/*` is what is none of them. */
export const API_ADDRESSES = allRoutes().filter(({ pattern, page }) => /^\/api\/[^*]/.test(pattern) && !page);

/** A parameter that may be missing is there in the documented form. */
export const documented = (pattern: string) => pattern.replace("?", "");

/** The matrix's row of a described path. @throws for a path that is no address */
export function matrixRowOf(path: string): MatrixRow {
  const address = API_ADDRESSES.find(({ pattern }) => documented(pattern) === patternOf(path));
  const row = address && MATRIX[address.pattern];
  if (!row) throw new Error(`${path} is described and is no address`);
  return row;
}
