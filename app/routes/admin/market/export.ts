import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { quotes } from "~/features/markets/quotes.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(quotes, args);
