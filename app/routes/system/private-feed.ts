import type { LoaderFunctionArgs } from "@remix-run/node";
import { privateFeedReply } from "~/features/feeds/private-feed.server";

export const loader = (args: LoaderFunctionArgs) => privateFeedReply(args);
