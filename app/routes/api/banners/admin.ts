import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { banners } from "~/features/banners/banners.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(banners, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
