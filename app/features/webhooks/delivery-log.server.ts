import { readCursor, writeCursor } from "~/admin-kit/cursor.server";
import type { StaffRole } from "~/auth/viewer.server";
import { recordLink, SCREENS } from "~/features/registry.server";
import { hasFailed } from "./webhook-screens.queries.server";
import { isDeliveryFilter, logPath } from "./webhook-screens.rules";
import { deliveriesOf, type ListedDelivery, type ListedWebhook } from "./webhooks.queries.server";

/** The screens of kinds whose lists have other addresses. */
const SCREEN_PATHS: Record<string, string> = { members: "manage-users" };

/** Where these staff look at a record; undefined if it is gone, or has no page that they may open. */
function recordTo({ kind, change, recordId }: ListedDelivery, role: StaffRole): string | undefined {
  if (change === "deleted" || change === "test") return undefined;
  const path = SCREEN_PATHS[kind] ?? kind;
  const screen = SCREENS.find((one) => one.api?.path === path) ?? SCREENS.find((one) => one.path === path);
  return screen?.readers.includes(role) ? recordLink(screen, recordId) : undefined;
}

/** A page of what was sent to a webhook. `?state=&before=` */
export async function deliveryLog(
  { id, enabled }: Pick<ListedWebhook, "id" | "enabled">,
  search: URLSearchParams,
  role: StaffRole,
) {
  const filter = search.get("state");
  const state = isDeliveryFilter(filter) ? filter : undefined;
  const list = `deliveries of ${id} ${state ?? ""}`;
  const place = readCursor(list, search.get("before") ?? "");
  const before = place?.value ? { at: new Date(place.value), id: place.id } : undefined;
  const { deliveries, next } = await deliveriesOf(id, { state, before });
  const cursor = next && writeCursor(list, { value: next.at.toISOString(), id: next.id });
  return {
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      recordTo: recordTo(delivery, role),
      canSendAgain: enabled && delivery.endedAt !== null,
    })),
    state,
    hasFailed: enabled && state !== "delivered" && (await hasFailed(id)),
    olderTo: cursor && logPath(id, { state, before: cursor }),
    newestTo: before ? logPath(id, { state }) : undefined,
  };
}
