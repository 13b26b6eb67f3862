import type { Site } from "./meta";

/** The class of what paying readers see, by which structured data points at it. */
export const PAYWALLED_CLASS = "paywalled";

const CONTEXT = "https://schema.org";

type ContentItem = {
  /** The public headline. */
  title: string;
  path: string;
  description: string;
  published: Date;
  modified?: Date;
  /** Without one the site itself speaks. `path`: the author's page here. */
  author?: { name: string; path?: string };
  /** Paths of pictures on this site. */
  pictures: string[];
};

/**
 * An article as search engines read it (schema.org NewsArticle). With `paywalled`, part of it is for members: it
 * is marked as Google's "subscription and paywalled content" page asks, so that the lock is not taken for cloaking.
 */
export function newsArticle(item: ContentItem, access: "free" | "paywalled" = "free") {
  return ({ siteName, publicUrl }: Site): Record<string, unknown> => ({
    "@context": CONTEXT,
    "@type": "NewsArticle",
    mainEntityOfPage: publicUrl + item.path,
    // Longer headlines are cut off by who reads this.
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

/** The page of somebody who writes here (schema.org ProfilePage). */
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
 * A video by its public words; where it plays is for who may see it. For members only, the page around it carries the
 * mark: Google's page on paywalled content does not know it for videos, whose parts are clips.
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
