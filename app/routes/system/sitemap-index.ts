import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitemapIndex } from "~/features/feeds/sitemap.server";
import { textReply } from "~/web/text-reply.server";

export const loader = async ({ request }: LoaderFunctionArgs) =>
  textReply(request, await sitemapIndex(), "application/xml", 3600);
