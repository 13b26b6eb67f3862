import type { LoaderFunctionArgs } from "@remix-run/node";
import { ads } from "~/features/ads/ads.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(ads, args);
