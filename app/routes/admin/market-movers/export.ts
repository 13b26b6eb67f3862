import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { movers } from "~/features/markets/movers.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(movers, args);
