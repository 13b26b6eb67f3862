import type { NavEntry } from "~/ui/navigation";
import type { RequestArgs } from "~/web/request-args.server";
import { bellItems } from "./notifications.queries.server";

/** What the bare layout shows around every page: the bell, empty when it cannot be filled. */
export async function authLayout(args: RequestArgs): Promise<{ notifications: NavEntry[] }> {
  return { notifications: await bellItems(args) };
}
