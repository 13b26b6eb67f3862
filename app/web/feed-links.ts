/** What a section's feed is called and where it is: for the head of its pages, and for the feed itself. */
export const feedLink = (section: string, title: string) => ({ title, path: `/${section}/feed.xml` });

/** The feed of all sections together. */
export const SITE_FEED = { title: "Everything", path: "/feed.xml" } as const;
