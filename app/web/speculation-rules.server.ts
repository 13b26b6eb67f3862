import { createHash } from "node:crypto";

/** Pages that are read and change nothing. What is not named here is never fetched ahead. */
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

/** Speculation rules (WICG nav-speculation): same-origin reading links are fetched when the reader points at them. */
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

/** How the policy of scripts allows the rules and nothing else: pages that many get have no nonce. */
export const RULES_SOURCE = `'sha256-${createHash("sha256").update(RULES).digest("base64")}'`;

/**
 * A page with the rules as its last words. Links are fetched, not rendered: a page that nobody opens must not count an
 * advertisement or start a player. In a file of their own, which a header names, the rules would take the one connection
 * that is open already, and the stylesheet would wait for the next.
 */
export function withSpeculationRules(html: string): string {
  const end = html.lastIndexOf("</body>");
  return `${html.slice(0, end)}<script type="speculationrules">${RULES}</script>${html.slice(end)}`;
}
