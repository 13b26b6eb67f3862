import { isDatabaseUnavailable } from "db/orm.server";
import { reportFailure } from "./replies.server";
import type { RequestArgs } from "./request-args.server";

/**
 * One part of a page, or `fallback` when it cannot be read: specification, section 8, "logged only, with an empty list
 * shown". Such a page is for this one reader; the next one may get it whole. A database that is away takes the whole
 * site with it, so that is thrown.
 * @param failed the log's words for it
 */
export async function loadOr<Value, Fallback>(
  { context }: Pick<RequestArgs, "context">,
  failed: string,
  loading: Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  try {
    return await loading;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    reportFailure({ context }, error, failed);
    context.incomplete = true;
    return fallback;
  }
}
