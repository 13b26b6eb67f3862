import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { banners } from "~/features/banners/banners.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(banners, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
