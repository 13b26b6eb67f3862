import type { LoaderFunctionArgs } from "@remix-run/node";
import { videos } from "~/features/videos/videos.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(videos, args);
