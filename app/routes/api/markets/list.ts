import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { quotes } from "~/features/markets/quotes.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(quotes, args);
export const action = (args: ActionFunctionArgs) => collectionAction(quotes, args);
