import type { LoaderFunctionArgs } from "@remix-run/node";
import { numbersFile } from "~/features/analytics/numbers.screen.server";

export const loader = (args: LoaderFunctionArgs) => numbersFile(args);
