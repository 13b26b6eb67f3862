import { VISITOR } from "~/auth/viewer.server";
import { benchmark } from "./benchmark.queries.server";
import { settledCallById } from "./record.queries.server";
import { withResult } from "./record.server";

/** A call whose result is public, as in the record's JSON; undefined for any other. @param id a UUID */
export async function publicResult(id: string) {
  const call = await settledCallById(VISITOR, await benchmark(), id);
  return call && withResult(call);
}
