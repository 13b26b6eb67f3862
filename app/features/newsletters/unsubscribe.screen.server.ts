import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { notFound } from "~/web/replies.server";
import { valuesOfAnyBody } from "~/web/submission.server";
import { chooseNewsletter, newsletterChoices } from "./choices.queries.server";
import { changedChoices, SHOWN } from "./choices.rules";
import { countUnsubscribed } from "./edition-counter.server";
import { codeIn } from "./edition-word.rules";
import { allNewsletters, type ListedNewsletter } from "./newsletters.queries.server";
import { readerOfToken } from "./unsubscribe-token.server";

/** What the address names; no reader if the token is not ours. */
async function namedBy({ params: { newsletter, token = "" } }: LoaderFunctionArgs) {
  const all = await allNewsletters();
  const named = all.find((each) => each.newsletter === newsletter);
  if (!named) throw notFound("This page does not exist.");
  return {
    all,
    newsletter: named.newsletter,
    title: named.title,
    hasEnded: named.endedAt !== null,
    readerId: await readerOfToken(token),
  };
}

/** The reader's choices, in the usual order. */
async function choicesOf(readerId: string, all: readonly ListedNewsletter[]) {
  const choices = await newsletterChoices(readerId);
  const offered = all.filter(({ newsletter }) => choices.has(newsletter));
  const wanted = offered.map(({ newsletter }) => newsletter).filter((each) => choices.get(each));
  return { offered, wanted };
}

/**
 * `/unsubscribe/{newsletter}/{token}`, opened from an email. It changes nothing, because programs that check
 * emails open every link.
 */
export async function unsubscribeScreen(args: LoaderFunctionArgs) {
  const { all, readerId, ...named } = await namedBy(args);
  const nobody = { ...named, isKnown: false, offered: [], wanted: [] };
  if (readerId === undefined) return data(nobody, 404);
  const choices = await choicesOf(readerId, all);
  return choices.offered.length > 0 ? data({ ...named, isKnown: true, ...choices }) : data(nobody, 404);
}

/**
 * Ends the newsletter, with `again` starts it again, and with the boxes of the page sets all of them. Also the
 * one-click request of an email program (RFC 8058), which sends no cookie and expects 200, even for a token
 * that is not ours. The edition with the link counts a reader who ended its newsletter.
 */
export async function unsubscribeAction(args: LoaderFunctionArgs) {
  const { all, newsletter, readerId } = await namedBy(args);
  const values = await valuesOfAnyBody(args.request);
  if (readerId === undefined) return data({ change: "none", wanted: [] } as const, 200);
  const isAll = values[SHOWN] !== undefined;
  const { offered } = await choicesOf(readerId, all);
  const changed = isAll
    ? changedChoices(
        offered.map((each) => each.newsletter),
        values,
      )
    : [{ newsletter, isOn: values.again === "yes" }];
  const code = codeIn(new URL(args.request.url));
  await em().transactional(async (manager) => {
    for (const choice of changed) {
      const isChanged = await chooseNewsletter({ readerId, ...choice }, manager);
      if (code && isChanged && !choice.isOn && choice.newsletter === newsletter)
        await countUnsubscribed({ code, newsletter }, manager);
    }
  });
  const { wanted } = await choicesOf(readerId, all);
  return data({ change: isAll ? "all" : "one", wanted } as const, 200);
}
