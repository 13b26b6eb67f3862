import type { Database } from "tests/support/database";
import { insertRecord } from "tests/support/record-factories";
import { fillParams } from "tests/support/routes";
import { MATRIX } from "./matrix";

/** The tables of the records in the addresses. */
export const MATRIX_TABLES = [...new Set(Object.values(MATRIX).flatMap(({ table }) => table ?? []))];

/** Creates a record of each. @returns their ids by table */
export async function insertMatrixRecords(database: Database): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const table of MATRIX_TABLES) ids.set(table, await insertRecord(database, table));
  return ids;
}

/** An address of the matrix with its parameters filled in from its row and from a record's id. */
export const matrixPath = (pattern: string, id = ""): string =>
  fillParams(pattern, { id, ...MATRIX[pattern]?.parameters });
