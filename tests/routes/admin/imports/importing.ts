import { app, database } from "tests/support/running-app";
import { post, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { expect } from "vitest";
import { runImport } from "~/features/accounts/imports/run-import.server";

export const PATH = "/admin/manage-users/import";

export const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers";
export const SUBSTACK = "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at";

/** Sends a file. @param name as its sender calls it */
export async function send(
  content: BlobPart,
  name = "members.csv",
  person: Person = "admin",
): Promise<Response> {
  const form = new FormData();
  form.set("file", new Blob([content], { type: "text/csv" }), name);
  return app.request(PATH, { method: "POST", body: form, cookies: await staffCookies(person) });
}

/** Sends a file that is taken. @returns the id of its import */
export async function sent(content: BlobPart, name?: string, person?: Person): Promise<string> {
  const answer = await send(content, name, person);
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

/** Does what a worker would, until nothing is left to be done by itself. */
export async function work(id: string, partMs?: number): Promise<void> {
  for (let parts = 0; parts < 1000; parts += 1) {
    if (!["reading", "comparing", "writing"].includes((await importOf(id)).state)) return;
    await runImport(id, partMs);
  }
  throw new Error("The import does not come to an end");
}

/** Sends a file and has it read and compared. */
export async function compared(content: BlobPart, name?: string): Promise<string> {
  const id = await sent(content, name);
  await work(id);
  return id;
}

export const say = (id: string, values: Record<string, string>) => post(`${PATH}/${id}`, values);

/** Says what is open, and has it compared by that. */
export async function decided(id: string, values: Record<string, string>): Promise<Counted> {
  expect((await say(id, values)).status).toBe(303);
  await work(id);
  return importOf(id);
}

/** Presses the button below what was compared. */
export async function run(id: string, person?: Person): Promise<Response> {
  const [found] = await database.rows<{ seen: Date }>(
    "select touched_at as seen from member_imports where id = ?",
    [id],
  );
  return post(`${PATH}/${id}/run`, { seenAt: new Date(found?.seen ?? 0).toISOString() }, person);
}

/** Has what was compared written. */
export async function written(id: string): Promise<Counted & { state: string }> {
  expect((await run(id)).status).toBe(303);
  await work(id);
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
