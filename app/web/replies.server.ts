import { json, redirect } from "@remix-run/node";
import type { RequestArgs } from "./request-args.server";

/** Why nothing was done, as JSON. */
export const problem = (status: number, message: string) => json({ message }, status);

export const notFound = (message: string) => problem(404, message);

export const forbidden = (message: string) => problem(403, message);

export const noContent = () => new Response(null, { status: 204 });

/** A body that is no JSON. @param type its `Content-Type` */
export const fileReply = (
  body: string | Uint8Array | ReadableStream,
  type: string,
  headers: Record<string, string>,
) =>
  new Response(body instanceof Uint8Array ? new Uint8Array(body) : body, {
    headers: { "Content-Type": type, ...headers },
  });

export const methodNotAllowed = (allow: readonly string[]) =>
  json(
    { message: `This address accepts only ${allow.join(", ")}.` },
    { status: 405, headers: { Allow: allow.join(", ") } },
  );

/**
 * For the loader of an address that only receives forms: redirects visitors to the page of the form. After a
 * refused submission that page is rendered at this address, and the loader does nothing.
 * @throws a redirect
 */
export function redirectVisit({ context }: Pick<RequestArgs, "context">, page: string): null {
  if (context.method === "POST") return null;
  throw redirect(page);
}
