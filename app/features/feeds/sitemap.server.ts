import { News } from "db/entities/news";
import { columns } from "db/entity-columns.server";
import { PUBLISHED } from "db/published";
import { statement } from "db/statement.server";
import { authorPaths } from "~/features/content/authors/authors-listed.queries.server";
import { DISCOVERIES } from "~/features/registry.server";
import { STATIC_PAGES, staticPagePath } from "~/features/static-pages/static-pages.rules";
import { config } from "~/platform/config.server";
import { sitemapParts } from "./sitemap-parts.server";
import { element } from "./xml";

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const NEWS_XMLNS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

const PAGES = [
  "/",
  ...DISCOVERIES.flatMap(({ lists }) => lists),
  "/track-record",
  "/track-record/verify",
  "/track-record/withdrawn",
  "/subscription",
  ...STATIC_PAGES.map(staticPagePath),
  "/api/docs",
];

/** Sections whose records have their own pages. */
const RECORD_SITEMAPS = DISCOVERIES.flatMap(({ changed, ...rows }) =>
  changed ? [sitemapParts({ ...rows, changed })] : [],
);

/** The list of sitemaps. */
export async function sitemapIndex(): Promise<string> {
  const counts = await Promise.all(RECORD_SITEMAPS.map((records) => records.count()));
  const files = RECORD_SITEMAPS.flatMap(({ section }, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, nth) => `${section}-${nth + 1}`),
  );
  const entries = ["pages", "latest-news", "authors", ...files].map(
    (file) => `<sitemap>${element("loc", `${config().publicUrl}/sitemaps/${file}.xml`)}</sitemap>`,
  );
  return `${XML_DECLARATION}<sitemapindex ${XMLNS}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

/** One sitemap by its name (`pages`, `latest-news`, `news-1`); undefined for an unknown name. */
export async function sitemap(name: string): Promise<string | undefined> {
  if (name === "pages") return urlset(PAGES.map((path) => urlEntry(path)));
  if (name === "latest-news") return latestNews();
  if (name === "authors") return urlset((await authorPaths()).map((path) => urlEntry(path)));
  const [, section = "", page = ""] = /^([a-z-]{1,20})-([1-9]\d{0,5})$/.exec(name) ?? [];
  const records = RECORD_SITEMAPS.find((one) => one.section === section);
  if (!records) return undefined;
  const found = await records.urls(Number(page));
  if (found.length === 0) return undefined;
  return urlset(
    found.map(({ address, changed }) => urlEntry(`/${section}/${encodeURIComponent(address)}`, changed)),
  );
}

const urlset = (entries: string[], more = "") =>
  `${XML_DECLARATION}<urlset ${XMLNS}${more}>\n${entries.join("\n")}\n</urlset>\n`;

function urlEntry(path: string, changed?: Date | null, more = ""): string {
  const modified = changed ? element("lastmod", changed.toISOString()) : "";
  return `<url>${element("loc", config().publicUrl + path)}${modified}${more}</url>`;
}

const ARTICLE = columns(News, "id", "title", "createdAt", "updatedAt");
const LATEST_NEWS = statement("sitemap.latest-news", ARTICLE)`
  select ${ARTICLE} from news
   where ${PUBLISHED} and created_at > now() - interval '2 days'
   order by created_at desc, id desc limit 1000`;

/** Articles of the last two days for Google News; at most 1,000. */
async function latestNews(): Promise<string> {
  const found = await LATEST_NEWS.all();
  const publication = `<news:publication>${element("news:name", config().siteName)}<news:language>en</news:language></news:publication>`;
  const entries = found.map(({ id, title, createdAt, updatedAt }) =>
    urlEntry(
      `/news/${id}`,
      updatedAt,
      `<news:news>${publication}${element("news:publication_date", createdAt.toISOString())}${element("news:title", title)}</news:news>`,
    ),
  );
  return urlset(entries, ` ${NEWS_XMLNS}`);
}
