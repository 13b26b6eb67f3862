import type { LoaderFunctionArgs } from "@remix-run/node";
import { listScreen } from "~/admin-kit/list-screen.server";
import { calls } from "~/features/calls/calls.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(calls, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
