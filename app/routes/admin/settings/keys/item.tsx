import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { keyScreen, rotateKeyAction } from "~/features/api-keys/keys.screen.server";

export const loader = (args: LoaderFunctionArgs) => keyScreen(args);
export const action = (args: ActionFunctionArgs) => rotateKeyAction(args);
export { KeyPage as default, keyMeta as meta } from "~/features/api-keys/key-page";
