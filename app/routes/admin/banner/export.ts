import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { banners } from "~/features/banners/banners.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(banners, args);
