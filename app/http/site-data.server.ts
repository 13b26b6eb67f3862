import { config } from "./config.server";
import type { Asking } from "./context.server";
import type { RootData } from "./root-data";
import { themeIn } from "./theme";

/** What every page and every error page knows of the site and of this request. */
export function siteData({ request, context }: Asking): RootData {
  const { siteName, publicUrl, siteTz, analyticsSrc } = config();
  const { nonce, requestId } = context;
  return {
    siteName,
    publicUrl,
    siteTz,
    theme: themeIn(request.headers.get("Cookie")),
    analyticsSrc,
    nonce,
    requestId,
  };
}
