import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messagesAction, messagesScreen } from "~/features/newsletters/messages.screen.server";
import { NOTIFICATIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Unsubscribe", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => messagesScreen(args);
export const action = (args: ActionFunctionArgs) => messagesAction(args);

export default function UnsubscribeMessages() {
  const { isKnown, isOn, isWanted } = useLoaderData<typeof loader>();
  const changed = useActionData<typeof action>();
  const words = isWanted ? "You get messages to members" : "You do not get messages to members";
  return (
    <AuthLayout>
      <AuthPanel title="Emails from us" closeTo="/">
        {isKnown ? (
          <>
            {changed?.isChanged ? <Note tone="good" title={`${words}.`} /> : <p>{words}.</p>}
            <p className="meta">
              {isOn && !isWanted && "You ended all newsletters, and these messages with them. "}
              Your other emails stay as they are. You can choose all of them{" "}
              <a href={NOTIFICATIONS_PATH}>in your account</a>.
            </p>
            {(isWanted || !isOn) && (
              <form method="post" className="actions">
                {!isOn && <input type="hidden" name="again" value="yes" />}
                <Button busyText="Saving..." variant={isOn ? "brand" : "plain"}>
                  {isOn ? "Stop these emails" : "Turn them back on"}
                </Button>
              </form>
            )}
          </>
        ) : (
          <Note tone="bad" title="This link does not work.">
            <p>
              Open the link in our latest email, or turn these emails off{" "}
              <a href={NOTIFICATIONS_PATH}>in your account</a>.
            </p>
          </Note>
        )}
      </AuthPanel>
    </AuthLayout>
  );
}
