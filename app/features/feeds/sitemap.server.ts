import { query } from "db/query.server";
import { publishedRows } from "~/features/discovery.server";
import { DISCOVERIES } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { element } from "./xml";

/** The protocol allows 50,000 addresses a file (sitemaps.org); smaller files are drawn in less time. */
const URLS_PER_FILE = 10_000;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const NEWS_XMLNS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

const PAGES = [
  "/",
  ...DISCOVERIES.flatMap(({ lists }) => lists),
  "/subscription",
  "/about",
  "/contact",
  "/privacy",
  "/terms",
  "/disclaimer",
  "/api/docs",
];

/** Sections whose records have pages of their own, with the SQL of when one has changed. */
const RECORD_SITEMAPS = DISCOVERIES.flatMap(({ section, changed, ...rows }) =>
  changed ? [{ section, changed, from: publishedRows(rows) }] : [],
);

/** The list of sitemaps. */
export async function sitemapIndex(): Promise<string> {
  const counts = RECORD_SITEMAPS.map(
    ({ section, from }) => `(select count(*)::int from ${from}) as "${section}"`,
  );
  const [count = {}] = await query<Record<string, number>>(`select ${counts.join(", ")}`);
  const files = RECORD_SITEMAPS.flatMap(({ section }) =>
    Array.from(
      { length: Math.ceil((count[section] ?? 0) / URLS_PER_FILE) },
      (_, nth) => `${section}-${nth + 1}`,
    ),
  );
  const entries = ["pages", "latest-news", ...files].map(
    (file) => `<sitemap>${element("loc", `${config().publicUrl}/sitemaps/${file}.xml`)}</sitemap>`,
  );
  return `${XML_DECLARATION}<sitemapindex ${XMLNS}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

/** One sitemap by its name (`pages`, `latest-news`, `news-1`), or undefined when there is none of that name. */
export async function sitemap(name: string): Promise<string | undefined> {
  if (name === "pages") return urlset(PAGES.map((path) => urlEntry(path)));
  if (name === "latest-news") return latestNews();
  const [, section = "", page = ""] = /^([a-z-]{1,20})-([1-9]\d{0,5})$/.exec(name) ?? [];
  const records = RECORD_SITEMAPS.find((one) => one.section === section);
  if (!records) return undefined;
  const found = await query<{ id: string; changed: Date }>(
    `select id, ${records.changed} as changed from ${records.from} order by created_at, id limit ? offset ?`,
    [URLS_PER_FILE, (Number(page) - 1) * URLS_PER_FILE],
  );
  if (found.length === 0) return undefined;
  return urlset(found.map(({ id, changed }) => urlEntry(`/${section}/${id}`, changed)));
}

const urlset = (entries: string[], more = "") =>
  `${XML_DECLARATION}<urlset ${XMLNS}${more}>\n${entries.join("\n")}\n</urlset>\n`;

function urlEntry(path: string, changed?: Date, more = ""): string {
  const modified = changed ? element("lastmod", changed.toISOString()) : "";
  return `<url>${element("loc", config().publicUrl + path)}${modified}${more}</url>`;
}

/** Articles of the last two days, as Google News reads them; at most 1,000. */
async function latestNews(): Promise<string> {
  const found = await query<{ id: string; title: string; createdAt: Date; updatedAt: Date }>(
    `select id, title, created_at as "createdAt", updated_at as "updatedAt" from news
      where status = 'published' and created_at > now() - interval '2 days'
      order by created_at desc, id desc limit 1000`,
  );
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
