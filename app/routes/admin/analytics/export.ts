import type { LoaderFunctionArgs } from "@remix-run/node";
import { analyticsFile } from "~/features/analytics/analytics.screen.server";

export const loader = (args: LoaderFunctionArgs) => analyticsFile(args);
