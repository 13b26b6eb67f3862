import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestedPaywall } from "~/access/paywall-page.rules";
import { apiAction } from "~/web/api-replies.server";
import { noContent, notFound } from "~/web/replies.server";
import { pixelReply, SeenInBrowser } from "~/web/seen-in-browser.server";
import { paywallCounters } from "./paywall-counter.server";

const seen = new SeenInBrowser();

/** The page in the address. @throws 404 if it cannot have a paywall */
function pageOf({ request }: LoaderFunctionArgs): string {
  const page = requestedPaywall(request);
  if (page === undefined) throw notFound("There is nothing at this address.");
  return page;
}

/** `POST /locks/shown?from={page}`: the paywall was visible; `POST /locks/followed?from={page}`: its link to the plans was used. */
const countFromScript = (args: LoaderFunctionArgs, what: "shown" | "followed"): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    const page = pageOf(args);
    seen.told(args, () => paywallCounters().count(page, what));
    return noContent();
  });

/** `GET /locks/shown.gif?from={page}`: the paywall was on a page in a browser without script. */
function countFromPixel(args: LoaderFunctionArgs): Response {
  const page = pageOf(args);
  seen.fetched(args, () => paywallCounters().count(page, "shown"));
  return pixelReply();
}

/** One route for all three: the back-office sends the list of routes to the browser. */
export async function paywallReply(args: LoaderFunctionArgs): Promise<Response> {
  const { file } = args.params;
  if (file === "shown" || file === "followed") return countFromScript(args, file);
  if (file === "shown.gif") return countFromPixel(args);
  throw notFound("There is nothing at this address.");
}
