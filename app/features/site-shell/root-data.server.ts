import { viewerOf } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { RootData } from "~/web/root-data";
import { themeFromCookies } from "~/web/theme-cookie.server";

/**
 * When the member who is asking wanted the account deleted. Unknown while the database is away: pages that can be drawn
 * without it are.
 */
export async function deletionOf(args: RequestArgs): Promise<Date | undefined> {
  const viewer = await viewerOf(args).catch(() => undefined);
  return viewer?.kind === "member" ? viewer.deletionRequestedAt : undefined;
}

/** What every page and every error page knows of the site and of this request. */
export function siteData({ request, context }: RequestArgs): RootData {
  const { siteName, publicUrl, siteTz, analyticsSrc } = config();
  const { nonce, requestId } = context;
  return {
    siteName,
    publicUrl,
    siteTz,
    theme: themeFromCookies(request.headers.get("Cookie")),
    analyticsSrc,
    nonce,
    requestId,
  };
}
