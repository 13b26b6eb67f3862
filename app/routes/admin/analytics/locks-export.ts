import type { LoaderFunctionArgs } from "@remix-run/node";
import { locksFile } from "~/features/analytics/numbers.screen.server";

export const loader = (args: LoaderFunctionArgs) => locksFile(args);
