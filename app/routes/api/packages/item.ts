import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { packages } from "~/features/billing/packages.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(packages, args);
export const action = (args: ActionFunctionArgs) => itemAction(packages, args);
