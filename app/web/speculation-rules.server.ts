import { createHash } from "node:crypto";

/** Pages that only read. Other pages are never prefetched. */
const CONTENT_PATHS = [
  "/",
  "/news*",
  "/daily-brief*",
  "/stock-picks*",
  "/trade-alert*",
  "/videos*",
  "/market*",
];
const STATIC_PATHS = ["/about", "/contact", "/privacy", "/terms", "/disclaimer"];

/** Speculation rules (WICG nav-speculation): prefetch reading links when the pointer is on them. */
const RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: [...CONTENT_PATHS, ...STATIC_PATHS] },
          { not: { href_matches: ["/*.xml", "/*/*.xml"] } },
          { not: { selector_matches: "[target=_blank], [rel~=nofollow], [rel~=sponsored]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});

/** The content security policy allows exactly these rules, by hash: cached pages have no nonce. */
export const RULES_SOURCE = `'sha256-${createHash("sha256").update(RULES).digest("base64")}'`;

/**
 * Appends the rules to a page. Links are prefetched but not rendered, so that unopened pages count no
 * advertisements and start no player. In a separate file the rules would compete with the stylesheet for the
 * open connection.
 */
export function withSpeculationRules(html: string): string {
  const end = html.lastIndexOf("</body>");
  return `${html.slice(0, end)}<script type="speculationrules">${RULES}</script>${html.slice(end)}`;
}
