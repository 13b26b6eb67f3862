import type { Newsletter } from "./choices.queries.server";
import { EDITION_WORD } from "./edition-word.rules";

/**
 * The path that ends a newsletter without a sign-in.
 * @param code of the edition with the link, which then counts it; tests and previews have none
 */
export const unsubscribePath = (newsletter: Newsletter, token: string, code?: string) =>
  `/unsubscribe/${newsletter}/${token}${code ? `?${EDITION_WORD}=${code}` : ""}`;
