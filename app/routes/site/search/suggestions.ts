import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { viewerOf } from "~/auth/viewer.server";
import { suggestionsFor } from "~/features/search/search.server";
import { apiReply } from "~/web/api-replies.server";

/** The search box's drop-down as JSON. Results depend on the viewer, so caches may not store them. */
export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => {
    const typed = new URL(args.request.url).searchParams.get("q");
    const results = await suggestionsFor(await viewerOf(args), typed);
    return json({ results }, { headers: { "Cache-Control": "private, no-store" } });
  });
