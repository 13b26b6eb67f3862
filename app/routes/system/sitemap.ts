import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitemap } from "~/features/feeds/sitemap.server";
import { textReply } from "~/web/text-reply.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const text = await sitemap(params.file?.replace(/\.xml$/, "") ?? "");
  if (text === undefined) throw new Response("Sitemap not found.\n", { status: 404 });
  return textReply(request, text, "application/xml", 3600);
}
