import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { banners } from "~/features/banners/banners.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(banners, args);
export const action = (args: ActionFunctionArgs) => itemAction(banners, args);
