/** Title and path of a section's feed, for the head of its pages and for the feed itself. */
export const feedLink = (section: string, title: string) => ({ title, path: `/${section}/feed.xml` });

/** The feed of all sections. */
export const SITE_FEED = { title: "Everything", path: "/feed.xml" } as const;
