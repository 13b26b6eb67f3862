import type { LoaderFunctionArgs } from "@remix-run/node";
import { logPage } from "~/features/calls/track-record/log.queries.server";
import { textReply } from "~/web/text-reply.server";

/** The ledger's chain, for whoever wants to follow it: `?after=` the last number of the part before. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("after") ?? "0";
  const after = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
  return textReply(request, JSON.stringify(await logPage(after)), "application/json", 0);
}
