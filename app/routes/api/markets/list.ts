import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { quotes } from "~/features/markets/quotes.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(quotes, args);
export const action = (args: ActionFunctionArgs) => collectionAction(quotes, args);
