import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { suppressedAction, suppressedScreen } from "~/features/newsletters/suppressed.screen.server";

export const loader = (args: LoaderFunctionArgs) => suppressedScreen(args);
export const action = (args: ActionFunctionArgs) => suppressedAction(args);
export { SuppressedPage as default, suppressedMeta as meta } from "~/features/newsletters/suppressed-page";
