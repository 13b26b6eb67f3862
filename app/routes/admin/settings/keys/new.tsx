import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { newKeyAction, newKeyScreen } from "~/features/api-keys/keys.screen.server";

export const loader = (args: LoaderFunctionArgs) => newKeyScreen(args);
export const action = (args: ActionFunctionArgs) => newKeyAction(args);
export { NewKeyPage as default, newKeyMeta as meta } from "~/features/api-keys/new-key-page";
