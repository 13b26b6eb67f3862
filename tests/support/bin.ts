import type { TestApp } from "./test-app";

/** Permanently deletes everything in the bin, as a superadmin does. */
export async function emptyBin(app: TestApp): Promise<void> {
  const cookies = await app.cookiesOf("superadmin");
  for (const { id } of await app.sql<{ id: string }>("select id from binned_records")) {
    const { status } = await app.request(`/admin/bin?delete=${id}`, { method: "POST", cookies });
    if (status !== 303) throw new Error(`The bin answers ${status}`);
  }
}
