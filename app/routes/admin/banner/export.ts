import type { LoaderFunctionArgs } from "@remix-run/node";
import { banners } from "~/features/banners/banners.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(banners, args);
