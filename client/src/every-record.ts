import { dataOf } from "./openbell.js";

type Page<Item> = { data?: Item[]; error?: unknown; response: Response };

/**
 * Every record of a list, page by page:
 * `everyRecord((after) => openbell.GET("/api/news", { params: { query: { limit: 500, after } } }))`.
 * @throws OpenbellError for a refusal
 */
export async function* everyRecord<Item>(
  readPage: (after: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const page = await readPage(after);
    yield* dataOf(page);
    after = nextCursor(page.response);
  } while (after !== undefined);
}

/** The cursor of `Link: </api/news?after=…>; rel="next"`. */
function nextCursor({ headers, url }: Response): string | undefined {
  const [, target] = /<([^>]*)>;\s*rel="next"/.exec(headers.get("Link") ?? "") ?? [];
  if (target === undefined) return undefined;
  return new URL(target, url).searchParams.get("after") ?? undefined;
}
