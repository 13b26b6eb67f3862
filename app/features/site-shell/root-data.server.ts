import { viewerOf } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { RootData } from "~/web/root-data";
import { themeFromCookies } from "~/web/theme-cookie.server";

/**
 * What is told to one member on every page: that their account is to be deleted, and that staff look at it. Unknown while the
 * database is away: pages that can be drawn without it are.
 */
export async function personalNotices(
  args: RequestArgs,
): Promise<Pick<RootData, "deletionRequestedAt" | "memberView">> {
  const viewer = await viewerOf(args).catch(() => undefined);
  if (viewer?.kind !== "member") return {};
  const { firstname, lastname, deletionRequestedAt, seenBy } = viewer;
  return { deletionRequestedAt, memberView: seenBy ? { of: `${firstname} ${lastname}` } : undefined };
}

/** Addresses that open something for whoever has them: no script of somebody else reads them. */
const OPENS_BY_ITSELF = /:token|^\/preview\//;

/** What every page and every error page knows of the site and of this request. */
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
