import { returnOrigin } from "./return-origin.server";

/** The page of ours that a request comes from, as browsers say among pages of one site. */
export function ownReferrer(request: Request): URL | undefined {
  const referrer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return undefined;
  const page = new URL(referrer);
  return page.origin === returnOrigin(request) ? page : undefined;
}
