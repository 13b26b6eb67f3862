import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { news } from "~/features/content/news/news.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(news, args);
