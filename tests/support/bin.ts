import type { TestApp } from "./test-app";

/** Permanently deletes everything in the bin, as a superadmin does. */
export async function emptyBin(app: TestApp): Promise<void> {
  const binned = await app.sql<{ id: string }>("select id from binned_records");
  if (binned.length === 0) return;
  const cookies = await app.cookiesOf("superadmin");
  for (const { id } of binned) {
    const { status } = await app.request(`/admin/bin?delete=${id}`, { method: "POST", cookies });
    if (status !== 303) throw new Error(`The bin answers ${status}`);
  }
}
