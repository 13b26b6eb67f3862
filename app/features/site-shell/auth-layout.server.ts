import type { NavEntry } from "~/ui/navigation";
import type { RequestArgs } from "~/web/request-args.server";
import { bellItems } from "./notifications.queries.server";

/** The data of the bare layout: the bell's items, or none if they cannot be loaded. */
export async function authLayout(args: RequestArgs): Promise<{ notifications: NavEntry[] }> {
  return { notifications: await bellItems(args) };
}
