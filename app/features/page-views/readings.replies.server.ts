import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiAction } from "~/web/api-replies.server";
import { notFound } from "~/web/replies.server";
import { pixelReply, SeenInBrowser } from "~/web/seen-in-browser.server";
import { isUuid } from "~/web/uuid";
import { readingTally } from "./reading-tally.server";
import { readSectionOf } from "./readings.rules";

const seen = new SeenInBrowser();

/** The page that an address names. @throws 404 for what can be no page */
function pageOf({ params: { section: word, id } }: LoaderFunctionArgs) {
  const section = readSectionOf(word);
  if (!section || !isUuid(id)) throw notFound("There is nothing here.");
  return { section, id };
}

/** `POST /readings/{section}/{id}/views`: a page was read. What is not published counts nothing when the counts are written. */
const told = (args: LoaderFunctionArgs): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    const page = pageOf(args);
    seen.told(args, () => readingTally().count(page));
    return new Response(null, { status: 204 });
  });

/** `GET /readings/{section}/{id}/views.gif`: the same of a browser without script. */
function fetched(args: LoaderFunctionArgs): Response {
  const page = pageOf(args);
  seen.fetched(args, () => readingTally().count(page));
  return pixelReply();
}

/** Both by one route: every route is named to the browsers of the back-office. */
export async function readingReply(args: LoaderFunctionArgs): Promise<Response> {
  switch (args.params.file) {
    case "views":
      return told(args);
    case "views.gif":
      return fetched(args);
    default:
      throw notFound("There is nothing here.");
  }
}
