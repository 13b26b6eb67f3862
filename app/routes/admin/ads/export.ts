import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { ads } from "~/features/ads/ads.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(ads, args);
