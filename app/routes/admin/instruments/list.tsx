import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listScreen } from "~/admin-kit/list-screen.server";
import { instruments } from "~/features/markets/instruments/instruments.resource.server";
import { deleteInstrumentAction } from "~/features/markets/instruments/instruments.screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(instruments, args);
export const action = (args: ActionFunctionArgs) => deleteInstrumentAction(args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
