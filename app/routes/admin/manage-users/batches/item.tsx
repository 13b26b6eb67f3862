import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { batchAction, batchScreen } from "~/features/accounts/batches/batches.screen.server";

export const loader = (args: LoaderFunctionArgs) => batchScreen(args);
export const action = (args: ActionFunctionArgs) => batchAction(args);
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export { BatchPage as default, batchMeta as meta } from "~/features/accounts/batches/batch-page";
