import type { LoaderFunctionArgs } from "@remix-run/node";
import { paywallsFile } from "~/features/analytics/analytics.screen.server";

export const loader = (args: LoaderFunctionArgs) => paywallsFile(args);
