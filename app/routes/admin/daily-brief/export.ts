import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(dailyBriefs, args);
