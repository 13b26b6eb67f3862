import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readOnlyAction } from "~/admin-kit/api.server";
import { postmanReply } from "~/features/api-description/openapi-reply.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => postmanReply(args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
