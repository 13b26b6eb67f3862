import type { LoaderFunctionArgs } from "@remix-run/node";
import { adPixelReply } from "~/features/ads/ad-counts.replies.server";

export const loader = (args: LoaderFunctionArgs) => adPixelReply(args);
