import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { decideByForm, importScreen } from "~/features/accounts/imports/import.screen.server";
import { retryAfterHeaders } from "~/web/retry-after-headers";

export const loader = (args: LoaderFunctionArgs) => importScreen(args);
export const action = (args: ActionFunctionArgs) => decideByForm(args);
export { ImportPage as default, importMeta as meta } from "~/features/accounts/imports/import-page";

/** While it is worked on, the page is asked for again by itself. */
export const headers: HeadersFunction = (args) => {
  const all = new Headers(retryAfterHeaders(args));
  const refresh = args.loaderHeaders.get("Refresh");
  if (refresh !== null) all.set("Refresh", refresh);
  return all;
};
