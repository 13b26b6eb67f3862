import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { quotes } from "~/features/markets/quotes.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(quotes, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
