import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteFeedReply } from "~/features/feeds/site-feed.server";

export const loader = (args: LoaderFunctionArgs) => siteFeedReply(args);
