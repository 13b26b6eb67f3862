import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { decideByForm, importScreen } from "~/features/accounts/imports/import.screen.server";

export const loader = (args: LoaderFunctionArgs) => importScreen(args);
export const action = (args: ActionFunctionArgs) => decideByForm(args);
export { ImportPage as default, importMeta as meta } from "~/features/accounts/imports/import-page";

/** The page reloads automatically while the import runs. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
