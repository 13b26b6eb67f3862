import { array, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Viewer } from "~/auth/viewer.server";
import { log } from "~/platform/log.server";
import { companyKey, readMarkKey } from "./mark.rules";

const WATCHED = statement("watchlist.watched-of", { symbol: text })`
  select symbol from instruments
   where symbol = any(${array(text)("symbols")}::text[]) and merged_into is null
     and exists (select from watched_instruments w
                  where w.member_id = ${uuid("memberId")} and w.instrument_id = instruments.id)`;

/**
 * Which of these a member has marked; undefined if nobody can have: then no query runs. If it fails, nothing
 * counts as marked, because marking it again does no harm.
 * @param keys as `mark.rules` makes them
 */
export function marksFor(
  viewer: Viewer,
  keys: readonly string[],
): Promise<ReadonlySet<string> | undefined> | undefined {
  if (viewer.kind !== "member" || !viewer.hasMarks || keys.length === 0) return undefined;
  return readMarks(viewer.id, keys).catch((error: unknown) => {
    log().warn({ err: error }, "marks not read");
    return undefined;
  });
}

async function readMarks(memberId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const symbols = keys.flatMap((key) => readMarkKey(key)?.name ?? []);
  const watched = await WATCHED.allPrepared({ memberId, symbols });
  return new Set(watched.map(({ symbol }) => companyKey(symbol)));
}
