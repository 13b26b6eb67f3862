import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiAction } from "~/web/api-replies.server";
import { ownReferrer } from "~/web/own-referrer.server";
import { noContent, notFound } from "~/web/replies.server";
import { pixelReply, SeenInBrowser } from "~/web/seen-in-browser.server";
import { clickCounters } from "./edition-counter.server";
import { codeIn } from "./edition-word.rules";

const seen = new SeenInBrowser();

function count(code: string | undefined): void {
  if (code) clickCounters().count(code);
}

/** `POST /editions/clicks?edition={code}`: a page was opened through a link of an edition. */
const countFromScript = (args: LoaderFunctionArgs): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    seen.told(args, () => count(codeIn(new URL(args.request.url))));
    return noContent();
  });

/** `GET /editions/clicks.gif`: a page was opened in a browser without script; the browser says which. */
function countFromPixel(args: LoaderFunctionArgs): Response {
  const code = codeIn(ownReferrer(args.request));
  if (code) seen.fetched(args, () => count(code));
  return pixelReply();
}

/** One route for both: the back-office sends the list of routes to the browser. */
export async function editionClickReply(args: LoaderFunctionArgs): Promise<Response> {
  switch (args.params.file) {
    case "clicks":
      return countFromScript(args);
    case "clicks.gif":
      return countFromPixel(args);
    default:
      throw notFound("There is nothing at this address.");
  }
}
