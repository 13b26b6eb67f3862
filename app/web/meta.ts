import type { MetaDescriptor } from "@remix-run/node";
import type { RootData } from "./root-data";

/** The site's data that page heads need. */
export type Site = Pick<RootData, "siteName" | "publicUrl">;

/**
 * The preview picture of a shared link: 1200 by 630 pixels, rendered at `/og/…` (features/share-pictures).
 */
export type SharePicture = { path: string; alt: string };

export type PageMeta = {
  /** Without the site's name, which is appended on every page. */
  title: string;
  /** One or two sentences of public text. Never from a locked column. */
  description?: string;
  /** The canonical path; by default the page's own path without its query. */
  path?: string;
  picture?: SharePicture;
  /** The RSS feed of the section. */
  feed?: { title: string; path: string };
  /** The Open Graph type; `article` needs `published`. */
  type?: "website" | "article" | "video.other";
  published?: Date;
  modified?: Date;
  /** Structured data; see structured-data.ts. */
  jsonLd?: (site: Site) => Record<string, unknown>;
  /** Excludes the page from search engines: accounts, results, missing pages. */
  noIndex?: boolean;
};

type MetaArgs = {
  matches: readonly ({ id: string; data?: unknown } | undefined)[];
  location: { pathname: string };
};

const DEFAULT_SHARE_PICTURE: SharePicture = { path: "/og/site.png", alt: "" };
const PICTURE_SIZE = { width: "1200", height: "630" } as const;

/**
 * The head of a page: title, description, canonical address, Open Graph and Twitter tags, feed and structured
 * data. Every page's `meta` uses it.
 */
export function pageMeta({ matches, location }: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.data as Partial<RootData> | undefined;
  const site: Site = { siteName: root?.siteName ?? "Openbell", publicUrl: root?.publicUrl ?? "" };
  const title = `${page.title} | ${site.siteName}`;
  if (page.noIndex) return [{ title }, ...descriptionTag(page), { name: "robots", content: "noindex" }];
  const url = site.publicUrl + (page.path ?? location.pathname);
  return [
    { title },
    ...descriptionTag(page),
    { tagName: "link", rel: "canonical", href: url },
    ...feedTag(page, site),
    ...shareTags(page, site, url),
    ...(page.jsonLd ? [{ "script:ld+json": page.jsonLd(site) } as MetaDescriptor] : []),
  ];
}

const descriptionTag = ({ description }: PageMeta): MetaDescriptor[] =>
  description === undefined ? [] : [{ name: "description", content: description }];

function feedTag({ feed }: PageMeta, { siteName }: Site): MetaDescriptor[] {
  if (feed === undefined) return [];
  const type = "application/rss+xml";
  return [{ tagName: "link", rel: "alternate", type, title: `${siteName}: ${feed.title}`, href: feed.path }];
}

function shareTags(page: PageMeta, site: Site, url: string): MetaDescriptor[] {
  const picture = page.picture ?? DEFAULT_SHARE_PICTURE;
  const alt = picture.alt || site.siteName;
  const property = (name: string, content: string | undefined): MetaDescriptor[] =>
    content === undefined ? [] : [{ property: name, content }];
  return [
    ...property("og:site_name", site.siteName),
    ...property("og:type", page.type ?? "website"),
    ...property("og:title", page.title),
    ...property("og:description", page.description),
    ...property("og:url", url),
    ...property("og:image", site.publicUrl + picture.path),
    ...property("og:image:type", "image/png"),
    ...property("og:image:width", PICTURE_SIZE.width),
    ...property("og:image:height", PICTURE_SIZE.height),
    ...property("og:image:alt", alt),
    ...property("article:published_time", page.published?.toISOString()),
    ...property("article:modified_time", page.modified?.toISOString()),
    // Twitter reads the rest from the tags above.
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
