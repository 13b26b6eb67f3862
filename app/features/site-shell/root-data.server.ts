import { viewerOf } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { RootData } from "~/web/root-data";
import { themeFromCookies } from "~/web/theme-cookie.server";

/**
 * Personal notices on every page: the member's account is waiting for deletion, or staff view it. Undefined
 * while the database is down, so pages that need no data still render.
 */
export async function personalNotices(
  args: RequestArgs,
): Promise<Pick<RootData, "deletionRequestedAt" | "memberView">> {
  const viewer = await viewerOf(args).catch(() => undefined);
  if (viewer?.kind !== "member") return {};
  const { firstname, lastname, deletionRequestedAt, seenBy } = viewer;
  return { deletionRequestedAt, memberView: seenBy ? { of: `${firstname} ${lastname}` } : undefined };
}

/** These addresses grant access without a sign-in, so no third-party script may read them. */
const OPENS_BY_ITSELF = /:token|^\/preview\//;

/** The data about the site and the request for every page and error page. */
export function siteData({ request, context }: RequestArgs): RootData {
  const { siteName, publicUrl, siteTz, analyticsSrc } = config();
  const { nonce, requestId } = context;
  const { logo, stylesheet, links } = siteSettings();
  return {
    siteName,
    publicUrl,
    siteTz,
    theme: themeFromCookies(request.headers.get("Cookie")),
    logo,
    brandStylesheet: stylesheet?.href,
    links: Object.keys(links).length > 0 ? links : undefined,
    analyticsSrc: OPENS_BY_ITSELF.test(context.pattern()) ? undefined : analyticsSrc,
    nonce,
    requestId,
  };
}
