import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { viewerOf } from "~/auth/viewer.server";
import { suggestionsFor } from "~/features/search/search.server";
import { apiReply } from "~/web/api-replies.server";

/** The search box's drop-down as JSON. What it finds depends on who asks, so nobody may keep it. */
export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => {
    const typed = new URL(args.request.url).searchParams.get("q");
    const results = await suggestionsFor(await viewerOf(args), typed);
    return json({ results }, { headers: { "Cache-Control": "private, no-store" } });
  });
