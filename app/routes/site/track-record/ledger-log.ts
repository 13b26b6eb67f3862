import type { LoaderFunctionArgs } from "@remix-run/node";
import { logPage } from "~/features/calls/track-record/log.queries.server";
import { textReply } from "~/web/text-reply.server";

/** The ledger's chain for verification. `?after=` takes the last number of the previous part. */
export async function loader({ request }: LoaderFunctionArgs) {
  const sent = new URL(request.url).searchParams.get("after") ?? "0";
  const after = /^\d{1,9}$/.test(sent) ? Number(sent) : 0;
  return textReply(request, JSON.stringify(await logPage(after)), "application/json", 0);
}
