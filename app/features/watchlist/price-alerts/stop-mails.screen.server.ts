import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { memberById } from "~/access/member-account.queries.server";
import { readerOfToken } from "~/features/newsletters/unsubscribe-token.server";
import { valuesOfAnyBody } from "~/web/submission.server";
import { setAlertMails } from "./change-alerts.server";
import { wantsAlertMails } from "./price-alerts.queries.server";

/** The member that the address names, while the account is there. */
async function namedBy({ params: { token = "" } }: LoaderFunctionArgs) {
  const id = await readerOfToken(token, "price-alerts");
  return id === undefined ? undefined : memberById(id);
}

/**
 * `/unsubscribe/price-alerts/{token}`, opened from an email. It changes nothing, because programs that check
 * emails open every link.
 */
export async function stopMailsScreen(args: LoaderFunctionArgs) {
  const member = await namedBy(args);
  if (!member) return data({ isKnown: false, isOn: false }, 404);
  return data({ isKnown: true, isOn: await wantsAlertMails(member) }, 200);
}

/**
 * Turns the emails off, and with `again` on. Also the one-click request of an email program (RFC 8058), which sends
 * no cookie and expects 200, even for a token that is not ours.
 */
export async function stopMailsAction(args: LoaderFunctionArgs) {
  const [member, values] = await Promise.all([namedBy(args), valuesOfAnyBody(args.request)]);
  const isOn = values.again === "yes";
  if (member) await setAlertMails(member, isOn);
  return data({ isChanged: member !== undefined, isOn }, 200);
}
