import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messagesAction, messagesScreen } from "~/features/newsletters/messages.screen.server";
import { NOTIFICATIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { UnsubscribePage } from "~/features/site-shell/unsubscribe-page";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Unsubscribe", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => messagesScreen(args);
export const action = (args: ActionFunctionArgs) => messagesAction(args);

export default function UnsubscribeMessages() {
  const { isKnown, isOn, isWanted } = useLoaderData<typeof loader>();
  const changed = useActionData<typeof action>();
  return (
    <UnsubscribePage
      isKnown={isKnown}
      isChanged={changed?.isChanged}
      words={isWanted ? "You get messages to members" : "You do not get messages to members"}
      account={NOTIFICATIONS_PATH}
      button={isOn ? (isWanted ? "stop" : undefined) : "resume"}
    >
      {isOn && !isWanted && "You ended all newsletters, and these messages with them. "}
      Your other emails stay as they are. You can choose all of them
    </UnsubscribePage>
  );
}
