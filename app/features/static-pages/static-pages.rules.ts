/** The pages whose text the owner edits. */
export const STATIC_PAGES = ["about", "contact", "privacy", "terms", "disclaimer"] as const;

export type StaticPageName = (typeof STATIC_PAGES)[number];

export const isStaticPage = (name: string | undefined): name is StaticPageName =>
  (STATIC_PAGES as readonly (string | undefined)[]).includes(name);

export const staticPagePath = (name: StaticPageName) => `/${name}`;

/** The page's name in the back-office, and its title if the text does not begin with one. */
export const STATIC_PAGE_LABELS: Record<StaticPageName, string> = {
  about: "About",
  contact: "Contact",
  privacy: "Privacy",
  terms: "Terms",
  disclaimer: "Disclaimer",
};

/** The longest text of such a page, in characters; `MAX_SITE_TEXT` of the database is the same. */
export const MAX_TEXT_LENGTH = 60_000;
