import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { editionAction, editionScreen } from "~/features/newsletters/editions.screen.server";

export const loader = (args: LoaderFunctionArgs) => editionScreen(args);
export const action = (args: ActionFunctionArgs) => editionAction(args);
export { EditionPage as default, editionMeta as meta } from "~/features/newsletters/edition-page";

/** The page reloads automatically while emails are sent. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
