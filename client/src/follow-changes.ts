import { dataOf, type Openbell, OpenbellError } from "./openbell.js";
import type { paths } from "./schema.js";

type Changes = paths["/api/changes"]["get"]["responses"][200]["content"]["application/json"];

/** The cursor belongs to another database or is too old: read everything anew. */
export class CursorLost extends Error {
  override name = "CursorLost";
}

/** A cursor for now: take it first, then read the lists, then follow what changes after it. */
export const cursorNow = async (openbell: Openbell): Promise<string> =>
  dataOf(await openbell.GET("/api/changes")).next;

/**
 * What changed after a cursor, page by page, until nothing is left. Store `next` of a page once its changes
 * are stored.
 * @throws CursorLost; OpenbellError for another refusal
 */
export async function* followChanges(openbell: Openbell, after: string): AsyncGenerator<Changes> {
  for (let cursor = after; ; ) {
    const reply = await openbell.GET("/api/changes", { params: { query: { after: cursor } } });
    if (reply.response.status === 410) throw new CursorLost(new OpenbellError(410, reply.error).message);
    const page = dataOf(reply);
    yield page;
    if (!page.more) return;
    cursor = page.next;
  }
}
