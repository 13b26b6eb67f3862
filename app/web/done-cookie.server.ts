import { config } from "~/platform/config.server";

const NAME = "openbell_done";

/** Long enough to read the page, and to come back to it. */
const SECONDS = 600;

/** What a page may say was done. */
export type CompletedStep = "registration" | "reset-request" | "reset";

/** Lets this browser's next pages say that it was done: an address alone proves nothing, anybody can type it. */
export function doneCookie(deed: CompletedStep): string {
  const secure = config().publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${deed}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether it is what this browser did last. */
export const hasCompleted = (request: Request, deed: CompletedStep): boolean =>
  (request.headers.get("Cookie") ?? "").split(/;\s*/).includes(`${NAME}=${deed}`);
