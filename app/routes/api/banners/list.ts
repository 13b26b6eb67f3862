import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { banners } from "~/features/banners/banners.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(banners, args);
export const action = (args: ActionFunctionArgs) => collectionAction(banners, args);
