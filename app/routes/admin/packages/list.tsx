import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { packages } from "~/features/membership/packages.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(packages, args);
export const action = (args: ActionFunctionArgs) => listAction(packages, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
