/** Where browsers find which links they may fetch before they are followed. */
export const SPECULATION_PATH = "/speculation-rules.json";

/** The value of the `Speculation-Rules` header: a list of quoted addresses (RFC 9651). */
export const SPECULATION_HEADER = `"${SPECULATION_PATH}"`;

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

/**
 * Speculation rules (WICG nav-speculation): same-origin reading links are fetched when the reader points at them.
 * Fetched, not rendered: a page that nobody opens must not count an advertisement or start a player.
 */
export const SPECULATION_RULES = {
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
};
