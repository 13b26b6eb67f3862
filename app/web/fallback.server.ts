import { isDatabaseGone } from "db/orm.server";
import { breakage } from "./replies.server";
import type { Asking } from "./request-args.server";

/**
 * One part of a page, or `instead` when it cannot be read: specification, section 8, "logged only, with an empty list
 * shown". Such a page is for this one reader; the next one may get it whole. A database that is away takes the whole
 * site with it, so that is thrown.
 * @param failed the log's words for it
 */
export async function readOr<Part, Instead>(
  { context }: Pick<Asking, "context">,
  failed: string,
  read: Promise<Part>,
  instead: Instead,
): Promise<Part | Instead> {
  try {
    return await read;
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    breakage({ context }, error, failed);
    context.incomplete = true;
    return instead;
  }
}
