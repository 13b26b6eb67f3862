import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { packages } from "~/features/membership/packages.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(packages, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
