import { database } from "tests/support/running-app";
import { post } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { expect } from "vitest";

export type BinRow = { id: string; kind: string; record_id: string; title: string; image_id: string | null };

export async function clearRecords(): Promise<void> {
  const records = [
    "news",
    "daily_briefs",
    "stock_picks",
    "trade_alerts",
    "videos",
    "quotes",
    "movers",
    "ads",
    "banners",
  ];
  await database.empty("binned_records", ...records, "library_pictures", "changes");
  await database.rows("delete from images");
}

export const binRows = () => database.rows<BinRow>("select * from binned_records order by title");

export const remove = (kind: string, id: string, person: Person = "admin") =>
  post(`/admin/${kind}?delete=${id}`, {}, person);

/** Deletes a record by its form. @returns its row in the bin */
export async function deleteToBin(kind: string, id: string, person: Person = "admin"): Promise<BinRow> {
  expect((await remove(kind, id, person)).status).toBe(303);
  const row = (await binRows()).find(({ record_id }) => record_id === id);
  if (!row) throw new Error("It is not in the bin");
  return row;
}

export const restoreFromBin = (id: string, person: Person = "admin") => post(`/admin/bin/${id}`, {}, person);

export const deleteForGood = (id: string, person: Person = "admin") =>
  post(`/admin/bin?delete=${id}`, {}, person);
