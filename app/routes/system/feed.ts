import type { LoaderFunctionArgs } from "@remix-run/node";
import { feedReply } from "~/features/feeds/rss.server";

export const loader = (args: LoaderFunctionArgs) => feedReply(args);
