import type { LoaderFunctionArgs } from "@remix-run/node";
import { keysScreen } from "~/features/api-keys/keys.screen.server";

export const loader = (args: LoaderFunctionArgs) => keysScreen(args);
export { KeysPage as default, keysMeta as meta } from "~/features/api-keys/keys-page";
