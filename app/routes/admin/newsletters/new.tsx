import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { composeAction, composeScreen } from "~/features/newsletters/compose.screen.server";

export const loader = (args: LoaderFunctionArgs) => composeScreen(args);
export const action = (args: ActionFunctionArgs) => composeAction(args);
export { ComposePage as default, composeMeta as meta } from "~/features/newsletters/compose-page";
