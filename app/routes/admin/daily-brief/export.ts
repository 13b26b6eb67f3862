import type { LoaderFunctionArgs } from "@remix-run/node";
import { dailyBriefs } from "~/features/daily-briefs/daily-briefs.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(dailyBriefs, args);
