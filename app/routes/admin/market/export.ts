import type { LoaderFunctionArgs } from "@remix-run/node";
import { quotes } from "~/features/markets/quotes.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(quotes, args);
