import { log } from "~/platform/log.server";
import type { NavEntry } from "~/ui/navigation";
import { notifications } from "./notifications.queries.server";

/** A sign-in page is drawn while the database is away, too: it does not wait longer than this for its bell. */
const TIMEOUT_MS = 1_000;

/** What the bare layout shows around every page: the bell, empty when it cannot be filled. */
export async function authLayout(): Promise<{ notifications: NavEntry[] }> {
  const filled = notifications().catch((error): NavEntry[] => {
    log().warn({ err: error }, "The bell stays empty");
    return [];
  });
  const late = new Promise<NavEntry[]>((resolve) => {
    setTimeout(resolve, TIMEOUT_MS, []).unref();
  });
  return { notifications: await Promise.race([filled, late]) };
}
