import { json, redirect } from "@remix-run/node";
import type { RequestArgs } from "./request-args.server";

export const notFound = (message: string) => json({ message }, 404);

export const forbidden = (message: string) => json({ message }, 403);

export const methodNotAllowed = (allow: readonly string[]) =>
  json(
    { message: `This address answers ${allow.join(", ")}.` },
    { status: 405, headers: { Allow: allow.join(", ") } },
  );

/**
 * For the loader of an address that forms are posted to: whoever opens it is led to the page that it belongs to. That page
 * is drawn at this address after a change that was refused, and then the loader has nothing to say.
 * @throws a redirect
 */
export function redirectVisit({ context }: Pick<RequestArgs, "context">, page: string): null {
  if (context.method === "POST") return null;
  throw redirect(page);
}
