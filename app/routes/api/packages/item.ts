import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { packages } from "~/features/membership/packages.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(packages, args);
export const action = (args: ActionFunctionArgs) => itemAction(packages, args);
