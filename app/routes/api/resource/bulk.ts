import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { bulkAction, bulkLoader } from "~/admin-kit/bulk/bulk.server";
import { recordTarget } from "~/admin-kit/bulk/records.server";
import { pushableOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => bulkLoader(args);
export const action = (args: ActionFunctionArgs) => bulkAction(recordTarget(pushableOf(args.request)), args);
