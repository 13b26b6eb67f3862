import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { banners } from "~/features/banners/banners.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(banners, args);
export const action = (args: ActionFunctionArgs) => collectionAction(banners, args);
