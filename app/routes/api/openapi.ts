import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { descriptionReply } from "~/features/api-description/reply.server";
import { readOnlyAction } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => descriptionReply(args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
