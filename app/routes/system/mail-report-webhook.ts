import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleReport } from "~/features/newsletters/report-webhook.server";

export const loader = (args: LoaderFunctionArgs) => handleReport(args);
export const action = (args: ActionFunctionArgs) => handleReport(args);
