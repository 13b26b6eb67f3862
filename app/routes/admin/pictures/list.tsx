import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/inline-edit.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { pictures } from "~/features/pictures/pictures.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(pictures, args);
export const action = (args: ActionFunctionArgs) => listAction(pictures, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
