/** The pages whose words are the owner's. */
export const STATIC_PAGES = ["about", "contact", "privacy", "terms", "disclaimer"] as const;

export type StaticPageName = (typeof STATIC_PAGES)[number];

export const isStaticPage = (name: string | undefined): name is StaticPageName =>
  (STATIC_PAGES as readonly (string | undefined)[]).includes(name);

export const staticPagePath = (name: StaticPageName) => `/${name}`;

/** What a page is called where its words do not begin with a title, and in the back-office. */
export const STATIC_PAGE_LABELS: Record<StaticPageName, string> = {
  about: "About",
  contact: "Contact",
  privacy: "Privacy",
  terms: "Terms",
  disclaimer: "Disclaimer",
};

/** Longest text of such a page, in characters; `MAX_SITE_TEXT` of the database is the same. */
export const MAX_TEXT_LENGTH = 60_000;
