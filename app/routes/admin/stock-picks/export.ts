import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(stockPicks, args);
