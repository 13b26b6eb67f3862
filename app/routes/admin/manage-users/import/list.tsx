import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { importAction, importsScreen } from "~/features/accounts/imports/import.screen.server";

export const loader = (args: LoaderFunctionArgs) => importsScreen(args);
export const action = (args: ActionFunctionArgs) => importAction(args);
export { ImportsPage as default, importsMeta as meta } from "~/features/accounts/imports/imports-page";
