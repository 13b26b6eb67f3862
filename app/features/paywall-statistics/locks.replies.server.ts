import type { LoaderFunctionArgs } from "@remix-run/node";
import { askedLock } from "~/access/locked-page.rules";
import { apiAction } from "~/web/api-replies.server";
import { notFound } from "~/web/replies.server";
import { pixelReply, SeenInBrowser } from "~/web/seen-in-browser.server";
import { lockTally } from "./lock-tally.server";

const seen = new SeenInBrowser();

/** The page that an address names. @throws 404 for what can have no lock */
function pageOf({ request }: LoaderFunctionArgs): string {
  const page = askedLock(request);
  if (page === undefined) throw notFound("There is nothing here.");
  return page;
}

/** `POST /locks/shown?from={page}`: its lock was in sight; `POST /locks/followed?from={page}`: its way to the plans was taken. */
const told = (args: LoaderFunctionArgs, what: "shown" | "followed"): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    const page = pageOf(args);
    seen.told(args, () => lockTally().count(page, what));
    return new Response(null, { status: 204 });
  });

/** `GET /locks/shown.gif?from={page}`: it was in sight of a browser without script. */
function fetched(args: LoaderFunctionArgs): Response {
  const page = pageOf(args);
  seen.fetched(args, () => lockTally().count(page, "shown"));
  return pixelReply();
}

/** All by one route: every route is named to the browsers of the back-office. */
export async function lockReply(args: LoaderFunctionArgs): Promise<Response> {
  const { file } = args.params;
  if (file === "shown" || file === "followed") return told(args, file);
  if (file === "shown.gif") return fetched(args);
  throw notFound("There is nothing here.");
}
