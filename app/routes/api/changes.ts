import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readOnlyAction } from "~/admin-kit/api.server";
import { changesReply } from "~/features/changes-feed/changes.api.server";

export const handle = { shared: true, params: ["limit", "after"] };

export const loader = (args: LoaderFunctionArgs) => changesReply(args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
