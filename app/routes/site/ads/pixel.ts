import type { LoaderFunctionArgs } from "@remix-run/node";
import { pixelReply } from "~/features/ads/ad-counts.replies.server";

export const loader = (args: LoaderFunctionArgs) => pixelReply(args);
