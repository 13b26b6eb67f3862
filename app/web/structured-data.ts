import type { Site } from "./meta";

/** The CSS class of paywalled content, for structured data. */
export const PAYWALLED_CLASS = "paywalled";

const CONTEXT = "https://schema.org";

type ContentItem = {
  /** The public headline. */
  title: string;
  path: string;
  description: string;
  published: Date;
  modified?: Date;
  /** By default the site itself. `path`: the author's page. */
  author?: { name: string; path?: string };
  /** Paths of pictures on this site. */
  pictures: string[];
};

/**
 * An article for search engines (schema.org NewsArticle). "paywalled" marks the locked part as Google
 * requires ("subscription and paywalled content"), so that it does not look like cloaking.
 */
export function newsArticle(item: ContentItem, access: "free" | "paywalled" = "free") {
  return ({ siteName, publicUrl }: Site): Record<string, unknown> => ({
    "@context": CONTEXT,
    "@type": "NewsArticle",
    mainEntityOfPage: publicUrl + item.path,
    // Google limits headlines to 110 characters.
    headline: item.title.slice(0, 110),
    description: item.description,
    image: item.pictures.map((path) => publicUrl + path),
    datePublished: item.published.toISOString(),
    dateModified: (item.modified ?? item.published).toISOString(),
    author: item.author ? person(item.author, publicUrl) : organization(siteName, publicUrl),
    publisher: {
      ...organization(siteName, publicUrl),
      logo: { "@type": "ImageObject", url: `${publicUrl}/icon-512.png` },
    },
    isAccessibleForFree: access === "free",
    ...(access === "paywalled" ? { hasPart: PAID_PART } : {}),
  });
}

const person = ({ name, path }: { name: string; path?: string }, publicUrl: string) => ({
  "@type": "Person",
  name,
  ...(path === undefined ? {} : { url: publicUrl + path }),
});

/** @property picture path of a portrait on this site */
type AuthorItem = { name: string; path: string; description?: string; picture?: string };

/** The page of an author (schema.org ProfilePage). */
export const profilePage =
  ({ description, picture, ...author }: AuthorItem) =>
  ({ siteName, publicUrl }: Site): Record<string, unknown> => ({
    "@context": CONTEXT,
    "@type": "ProfilePage",
    url: publicUrl + author.path,
    mainEntity: {
      ...person(author, publicUrl),
      ...(description === undefined ? {} : { description }),
      ...(picture === undefined ? {} : { image: publicUrl + picture }),
      worksFor: organization(siteName, publicUrl),
    },
  });

const organization = (name: string, url: string) => ({ "@type": "Organization", name, url });

const PAID_PART = {
  "@type": "WebPageElement",
  isAccessibleForFree: false,
  cssSelector: `.${PAYWALLED_CLASS}`,
};

/**
 * A video with its public text and no player address. For members only, the page has the paywall mark,
 * because Google's rules do not define it for videos, whose parts are clips.
 */
export function videoObject(item: ContentItem, access: "free" | "paywalled") {
  return ({ publicUrl }: Site): Record<string, unknown> => {
    const url = publicUrl + item.path;
    const video = {
      "@type": "VideoObject",
      name: item.title,
      description: item.description,
      thumbnailUrl: item.pictures.map((path) => publicUrl + path),
      uploadDate: item.published.toISOString(),
      url,
      isAccessibleForFree: access === "free",
    };
    if (access === "free") return { "@context": CONTEXT, ...video };
    return {
      "@context": CONTEXT,
      "@type": "WebPage",
      name: item.title,
      url,
      isAccessibleForFree: false,
      hasPart: PAID_PART,
      mainEntity: video,
    };
  };
}
