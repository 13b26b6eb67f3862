import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { packages } from "~/features/billing/packages.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(packages, args);
export const action = (args: ActionFunctionArgs) => listAction(packages, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
