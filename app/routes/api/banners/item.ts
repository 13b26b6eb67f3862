import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { banners } from "~/features/banners/banners.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(banners, args);
export const action = (args: ActionFunctionArgs) => itemAction(banners, args);
