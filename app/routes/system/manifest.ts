import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/platform/config.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { textReply } from "~/web/text-reply.server";

const icon = (file: string, size: number, purpose = "any") => ({
  src: `/${file}`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** What a device shows after the site is added to its home screen. */
export function loader({ request }: LoaderFunctionArgs) {
  const { siteName } = config();
  const manifest = {
    name: siteName,
    short_name: siteName,
    description: "Markets, read before the bell: news, daily briefs, stock picks and trade alerts.",
    id: "/",
    start_url: "/",
    scope: "/",
    display_override: ["minimal-ui"],
    // On iPhones only this brings notifications; they do not know the line above.
    display: "standalone",
    background_color: "#ffffff",
    theme_color: siteSettings().colours.brandLight,
    icons: [
      icon("icon-192.png", 192),
      icon("icon-512.png", 512),
      icon("icon-maskable-512.png", 512, "maskable"),
    ],
  };
  return textReply(request, JSON.stringify(manifest), "application/manifest+json", 3600);
}
