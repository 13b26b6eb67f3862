import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { valuesOfAnyBody } from "~/web/submission.server";
import { chooseMessages, messagesChoice } from "./messages.queries.server";
import { readerOfToken } from "./unsubscribe-token.server";

/** The member that the address names, with their choice, while the account is there. */
async function namedBy({ params: { token = "" } }: LoaderFunctionArgs) {
  const memberId = await readerOfToken(token, "messages");
  const choice = memberId === undefined ? undefined : await messagesChoice(memberId);
  return memberId && choice ? { memberId, ...choice } : undefined;
}

/**
 * `/unsubscribe/messages/{token}`, opened from an email. It changes nothing, because programs that check emails open
 * every link.
 */
export async function messagesScreen(args: LoaderFunctionArgs) {
  const member = await namedBy(args);
  if (!member) return data({ isKnown: false, isOn: false, isWanted: false }, 404);
  return data({ isKnown: true, isOn: member.isOn, isWanted: member.isWanted }, 200);
}

/**
 * Ends the messages, and with `again` starts them. Also the one-click request of an email program (RFC 8058), which
 * sends no cookie and expects 200, even for a token that is not ours.
 */
export async function messagesAction(args: LoaderFunctionArgs) {
  const [member, values] = await Promise.all([namedBy(args), valuesOfAnyBody(args.request)]);
  const isOn = values.again === "yes";
  if (member) await chooseMessages({ memberId: member.memberId, isOn });
  return data({ isChanged: member !== undefined }, 200);
}
