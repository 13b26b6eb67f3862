import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiAction } from "~/web/api-replies.server";
import { noContent, notFound } from "~/web/replies.server";
import { pixelReply, SeenInBrowser } from "~/web/seen-in-browser.server";
import { isUuid } from "~/web/uuid";
import { pageViewCounters } from "./page-view-counter.server";
import { viewedSection } from "./page-views.rules";

const seen = new SeenInBrowser();

/** The page in the address. @throws 404 if no page can have this address */
function pageOf({ params: { section: word, id } }: LoaderFunctionArgs) {
  const section = viewedSection(word);
  if (!section || !isUuid(id)) throw notFound("There is nothing at this address.");
  return { section, id };
}

/** `POST /readings/{section}/{id}/views`: a page was read. Unpublished records are dropped when the counts are saved. */
const countFromScript = (args: LoaderFunctionArgs): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    const page = pageOf(args);
    seen.told(args, () => pageViewCounters().count(page));
    return noContent();
  });

/** `GET /readings/{section}/{id}/views.gif`: the same in a browser without script. */
function countFromPixel(args: LoaderFunctionArgs): Response {
  const page = pageOf(args);
  seen.fetched(args, () => pageViewCounters().count(page));
  return pixelReply();
}

/** One route for both: the back-office sends the list of routes to the browser. */
export async function pageViewReply(args: LoaderFunctionArgs): Promise<Response> {
  switch (args.params.file) {
    case "views":
      return countFromScript(args);
    case "views.gif":
      return countFromPixel(args);
    default:
      throw notFound("There is nothing at this address.");
  }
}
