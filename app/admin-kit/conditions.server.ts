import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Writer } from "~/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import { type Conditions, fulfils } from "~/web/conditions.server";
import { notFound } from "~/web/replies.server";
import { findRow } from "./find.server";
import type { Exposed, ManagedRecord } from "./resource.server";

/** The ETag of a JSON text. */
export const etagOf = (text: string) =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** For status 412. */
const CHANGED = "This record is not the one that you read, so nothing was changed.";

/**
 * Compares a locked record with the conditions of a write. The ETag is that of the record as this viewer
 * reads it, so the connection that holds the lock reads it again.
 * @throws AppError 412 with the saved record; 404 if this viewer can no longer see it
 */
export async function assertConditions<Row extends ManagedRecord>(
  resource: Partial<Pick<Exposed<Row>, "api">> & Pick<Exposed<Row>, "entity" | "visibleTo" | "missing">,
  staff: Writer,
  id: string,
  conditions: Conditions | undefined,
  manager: EntityManager,
): Promise<void> {
  if (!conditions) return;
  const row = await findRow(resource, id, resource.visibleTo(staff), manager);
  if (!row) throw notFound(resource.missing);
  const record = resource.api?.serialize(row, staff);
  requireFulfilled(conditions, row, { read: record, record });
}

/**
 * @param row the locked row
 * @param answer `read`: the JSON whose ETag its reader got; `record`: what the error says is saved
 * @throws AppError 412
 */
export function requireFulfilled(
  conditions: Conditions,
  { updatedAt, version }: Pick<ManagedRecord, "updatedAt" | "version">,
  { read, record }: { read: unknown; record?: Record<string, unknown> },
): void {
  if (fulfils(conditions, { etag: etagOf(JSON.stringify(read)), updatedAt })) return;
  throw new AppError(412, CHANGED, { conflict: { version, values: {}, record } });
}
