import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/platform/config.server";
import { logoPng } from "~/platform/site-settings/logo-png.server";
import { BRAND_FOLDER } from "~/platform/site-settings/served-stylesheet.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";
import { StorageUnavailableError } from "~/platform/storage.server";
import { fileReply, notFound } from "~/web/replies.server";
import { markAway } from "~/web/report-failure.server";
import type { RequestContext } from "~/web/request-args.server";
import { publicFileHeaders, SHOWN_ELSEWHERE } from "~/web/shared-cache";

const FOR_GOOD = "public, max-age=31536000, immutable";

/** The files of the owner's look: stylesheet and logo. @throws 404 */
export async function brandFile({ params: { file = "" }, context }: LoaderFunctionArgs): Promise<Response> {
  if (/^[0-9a-f]{16}\.css$/.test(file)) return stylesheetReply(file);
  if (/^[0-9a-f-]{36}\.png$/.test(file)) return logoReply(file, context);
  throw notFound("There is nothing at this address.");
}

/** An old address gets the current colours, so that cached pages always have some. Only the current address may be cached permanently.
 */
function stylesheetReply(file: string): Response {
  const { stylesheet } = siteSettings();
  const isIt = stylesheet?.href === `${BRAND_FOLDER}/${file}`;
  const keep = isIt ? FOR_GOOD : "no-store";
  return fileReply(stylesheet?.text ?? "", "text/css; charset=utf-8", { "Cache-Control": keep });
}

/** Old emails link to a former logo: they get the current one. */
async function logoReply(file: string, context: RequestContext): Promise<Response> {
  try {
    const png = await logoPng();
    if (!png) throw notFound("There is no logo.");
    const isIt = siteSettings().logo?.id === file.slice(0, -".png".length);
    return fileReply(png, "image/png", {
      "Content-Length": String(png.length),
      ...(isIt
        ? publicFileHeaders(config().cdnSeconds, [SETTINGS_TABLE])
        : { ...SHOWN_ELSEWHERE, "Cache-Control": "no-store" }),
    });
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    markAway(context);
    return new Response(null, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
}
