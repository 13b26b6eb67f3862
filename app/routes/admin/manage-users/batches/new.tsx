import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { newBatchAction, newBatchScreen } from "~/features/accounts/batches/batches.screen.server";

export const loader = (args: LoaderFunctionArgs) => newBatchScreen(args);
export const action = (args: ActionFunctionArgs) => newBatchAction(args);
export { NewBatchPage as default, newBatchMeta as meta } from "~/features/accounts/batches/new-batch-page";
