import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/platform/config.server";
import { textReply } from "~/web/text-reply.server";

/** Not for crawlers: the back-office, counters, JSON, pages of one reader, endless search results. */
const DISALLOWED = [
  "/admin",
  "/ads/",
  "/api/",
  "/dashboard",
  "/editions/",
  "/locks/",
  "/login/link/",
  "/logout",
  "/readings/",
  "/reset-password/",
  "/search?",
  "/verify-email/",
];

export const loader = ({ request }: LoaderFunctionArgs) =>
  textReply(
    request,
    [
      "User-agent: *",
      // The longest matching rule counts (RFC 9309, section 2.2.2).
      "Allow: /api/docs",
      ...DISALLOWED.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${config().publicUrl}/sitemap.xml`,
      "",
    ].join("\n"),
    "text/plain",
    3600,
  );
