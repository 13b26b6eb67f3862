/** Query parameters of API lists; see `readPaging`. */
export const LIST_PARAMS = ["since", "updatedSince", "limit", "page", "after", "fields"] as const;

/** The requested page of a list, from 1; invalid values mean the first page. */
export function requestedPageNumber(request: Request): number {
  const page = Number(new URL(request.url).searchParams.get("page"));
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** The rows of one page, for a query. */
export type PageRange = { limit: number; offset: number };

export const pageRange = (page: number, size: number): PageRange => ({
  limit: size,
  offset: (page - 1) * size,
});

/** The address of a page of a list; the first one has no number. */
export function pageHref(path: string, params: Record<string, string | undefined>, page: number): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `${path}?${search}` : path;
}
