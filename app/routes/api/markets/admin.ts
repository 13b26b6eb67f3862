import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { quotes } from "~/features/markets/quotes.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(quotes, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
