import { ShownOnce } from "~/ui/shown-once";
import type { MadeSecret } from "~/web/made-secret";
import { webhookPath } from "./webhook-screens.rules";

/** The signing secret of a webhook. */
export const WebhookSecret = ({ id, secret }: MadeSecret) => (
  <ShownOnce
    noun="secret"
    secret={secret}
    title="Give this secret to your program now. It is shown only once."
    about="With it the program checks that a message is from this site."
    heading="The signing secret"
    to={webhookPath(id)}
  >
    <h2>How a program checks a message</h2>
    <p>
      Messages are signed as{" "}
      <a href="https://www.standardwebhooks.com" rel="noopener">
        Standard Webhooks
      </a>{" "}
      describes, whose libraries exist for most languages. Use the exact text of the body, and refuse a
      message that is more than five minutes old.
    </p>
  </ShownOnce>
);
