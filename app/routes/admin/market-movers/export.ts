import type { LoaderFunctionArgs } from "@remix-run/node";
import { movers } from "~/features/markets/movers.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(movers, args);
