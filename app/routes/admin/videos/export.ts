import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { videos } from "~/features/content/videos/videos.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(videos, args);
