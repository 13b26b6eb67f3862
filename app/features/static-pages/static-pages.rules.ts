/** The pages whose words are files. */
export const STATIC_PAGES = ["about", "contact", "privacy", "terms", "disclaimer"] as const;

export type StaticPageName = (typeof STATIC_PAGES)[number];

export const staticPagePath = (name: StaticPageName) => `/${name}`;
