import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { chooseNewsletter, wantedNewsletters } from "./choices.queries.server";
import { isNewsletter } from "./newsletters.rules";
import { memberOfToken } from "./unsubscribe-token.server";

/** What the address names; no member if the token is not ours. */
async function namedBy({ params: { newsletter, token = "" } }: LoaderFunctionArgs) {
  if (!isNewsletter(newsletter)) throw notFound("This page does not exist.");
  return { newsletter, memberId: await memberOfToken(token) };
}

/**
 * `/unsubscribe/{newsletter}/{token}`, opened from an email. It changes nothing, because programs that check
 * emails open every link.
 */
export async function unsubscribeScreen(args: LoaderFunctionArgs) {
  const { newsletter, memberId } = await namedBy(args);
  if (memberId === undefined) return data({ newsletter, isKnown: false, isOn: false }, 404);
  return data({ newsletter, isKnown: true, isOn: (await wantedNewsletters(memberId)).has(newsletter) });
}

/**
 * Ends the newsletter, or with `again` starts it again. Also the one-click request of an email program
 * (RFC 8058), which sends no cookie and expects 200, even for a token that is not ours.
 */
export async function unsubscribeAction(args: LoaderFunctionArgs) {
  const { newsletter, memberId } = await namedBy(args);
  const isOn = (await valuesIn(args.request)).again === "yes";
  if (memberId === undefined) return data({ isOn: false }, 200);
  await chooseNewsletter({ memberId, newsletter, isOn });
  return data({ isOn: (await wantedNewsletters(memberId)).has(newsletter) }, 200);
}

/** Email programs send all kinds of bodies, or none. */
const valuesIn = (request: Request): Promise<Record<string, unknown>> =>
  readSubmission(request).then(
    ({ values }) => values,
    () => ({}),
  );
