import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listReply, readOnlyAction } from "~/admin-kit/api.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";
import { LIST_PARAMS } from "~/web/paging";

export const handle = { shared: true, params: LIST_PARAMS };

/** `GET /api/trade-alerts`, the one list in an envelope. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const reply = await listReply(tradeAlerts, args);
  if (reply.status !== 200) return reply;
  return new Response(`{"data":${await reply.text()}}`, { headers: reply.headers });
}

export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
