import type { LoaderFunctionArgs } from "@remix-run/node";
import { listScreen } from "~/admin-kit/list-screen.server";
import { pickLists } from "~/features/content/picks/pick-lists.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(pickLists, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
