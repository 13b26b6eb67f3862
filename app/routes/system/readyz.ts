import { json } from "@remix-run/node";
import { readiness } from "~/platform/readiness.server";

/** Readiness: whether the proxy in front may send requests here. */
export async function loader() {
  const state = await readiness();
  return json(state, { status: state.ready ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
