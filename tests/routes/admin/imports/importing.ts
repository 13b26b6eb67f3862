import { app, database } from "tests/support/running-app";
import { post, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { expect } from "vitest";
import { runImport } from "~/features/accounts/imports/run-import.server";

export const PATH = "/admin/manage-users/import";

export const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";
export const SUBSTACK = "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at";

/** Uploads a file. @param name the file's name */
export async function upload(
  content: BlobPart,
  name = "members.csv",
  person: Person = "admin",
): Promise<Response> {
  const form = new FormData();
  form.set("file", new Blob([content], { type: "text/csv" }), name);
  return app.request(PATH, { method: "POST", body: form, cookies: await staffCookies(person) });
}

/** Uploads a valid file. @returns the id of its import */
export async function uploadImport(content: BlobPart, name?: string, person?: Person): Promise<string> {
  const answer = await upload(content, name, person);
  expect(answer.status).toBe(303);
  const [, id = ""] = /import\/([0-9a-f-]{36})$/.exec(answer.headers.get("Location") ?? "") ?? [];
  expect(id).not.toBe("");
  return id;
}

export type Counted = Record<"added" | "changed" | "unchanged" | "refused" | "undecided", number>;

export async function importOf(
  id: string,
): Promise<Counted & { state: string; position: number; format: string; findings: Record<string, unknown> }> {
  const [found] = await database.rows<never>(
    "select state, position, format, findings, added, changed, unchanged, refused, undecided from member_imports where id = ?",
    [id],
  );
  return found as never;
}

/** Runs the worker's jobs until none can continue. */
export async function runJobs(id: string, partMs?: number): Promise<void> {
  for (let parts = 0; parts < 1000; parts += 1) {
    if (!["reading", "comparing", "writing"].includes((await importOf(id)).state)) return;
    await runImport(id, partMs);
  }
  throw new Error("The import does not come to an end");
}

/** Uploads a file, and reads and compares it. */
export async function compareImport(content: BlobPart, name?: string): Promise<string> {
  const id = await uploadImport(content, name);
  await runJobs(id);
  return id;
}

export const postDecisions = (id: string, values: Record<string, string>) => post(`${PATH}/${id}`, values);

/** Sends the decisions and compares again. */
export async function decide(id: string, values: Record<string, string>): Promise<Counted> {
  expect((await postDecisions(id, values)).status).toBe(303);
  await runJobs(id);
  return importOf(id);
}

/** Presses the button that starts the import. */
export async function startImport(id: string, person?: Person): Promise<Response> {
  const [found] = await database.rows<{ seen: Date }>(
    "select touched_at as seen from member_imports where id = ?",
    [id],
  );
  return post(`${PATH}/${id}/run`, { seenAt: new Date(found?.seen ?? 0).toISOString() }, person);
}

/** Writes a compared import. */
export async function writeImport(id: string): Promise<Counted & { state: string }> {
  expect((await startImport(id)).status).toBe(303);
  await runJobs(id);
  return importOf(id);
}

export const plan = (nth: number, name: string, tier: string) => ({
  [`plan-${nth}-name`]: name,
  [`plan-${nth}`]: tier,
});

export const reasonsOf = (id: string) =>
  database.rows<{ line: number; outcome: string; reason: string | null }>(
    "select line, outcome, reason from member_import_rows where member_import_id = ? order by line",
    [id],
  );
