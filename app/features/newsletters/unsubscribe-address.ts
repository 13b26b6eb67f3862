import type { Newsletter } from "./choices.queries.server";

/** The path that ends a newsletter without a sign-in. */
export const unsubscribePath = (newsletter: Newsletter, token: string) =>
  `/unsubscribe/${newsletter}/${token}`;
