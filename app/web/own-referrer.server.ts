import { returnOrigin } from "./return-origin.server";

/** The page of this site that a request comes from, by its `Referer` header. */
export function ownReferrer(request: Request): URL | undefined {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return undefined;
  const page = new URL(referrer);
  return page.origin === returnOrigin(request) ? page : undefined;
}
