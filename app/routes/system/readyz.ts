import { json } from "@remix-run/node";
import { readiness } from "~/platform/readiness.server";

/** For the proxy in front: send requests here, or not. */
export async function loader() {
  const state = await readiness();
  return json(state, { status: state.ready ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
