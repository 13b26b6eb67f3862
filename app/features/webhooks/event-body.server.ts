import type { DeliveryChange } from "db/entities/webhook";
import { findRow } from "~/admin-kit/find.server";
import { can } from "~/auth/permissions.server";
import type { Viewer } from "~/auth/viewer.server";
import { paymentsByIds, serializePayment } from "~/features/billing/payments/payments.queries.server";
import { publicResult } from "~/features/calls/track-record/public-result.queries.server";
import { exposedKind } from "~/features/registry.server";
import { eventType } from "./webhooks.rules.server";

type Told = { kind: string; recordId: string; change: DeliveryChange; changedAt: Date };

/**
 * What is sent, as JSON: the record as the API gives it to this viewer now. One that the viewer cannot see is deleted for
 * the receiver, whatever was planned.
 * @returns undefined for a closed call whose result is not public any more
 */
export async function eventBody(
  { kind, recordId, change, changedAt }: Told,
  viewer: Viewer,
): Promise<string | undefined> {
  const record = change === "test" ? undefined : await recordFor(kind, recordId, viewer);
  if (change === "closed" && !record) return undefined;
  const isOfRecord = change === "saved" || change === "deleted";
  const known = isOfRecord ? (record ? "saved" : "deleted") : change;
  return JSON.stringify({
    type: eventType(kind, known),
    timestamp: changedAt.toISOString(),
    data: { kind, id: recordId, ...(record ? { record } : {}) },
  });
}

async function recordFor(kind: string, id: string, viewer: Viewer): Promise<object | undefined> {
  if (kind === "calls") return publicResult(id);
  if (kind === "payments") {
    const [payment] = can(viewer, "payments.read") ? await paymentsByIds([id]) : [];
    return payment && serializePayment(payment);
  }
  const resource = exposedKind(kind);
  const row = resource && (await findRow(resource, id, resource.visibleTo(viewer)));
  return row && resource.api.serialize(row, viewer);
}
