import type { LoaderFunctionArgs } from "@remix-run/node";
import { news } from "~/features/news/news.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(news, args);
