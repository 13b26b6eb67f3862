import { useActionData } from "@remix-run/react";
import { LinkButton } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { Note } from "~/ui/message";
import { webhookPath } from "./webhook-screens.rules";

type Made = { id: string; name: string; secret: string };

/** The secret that the page's form has just made. */
export function useNewSecret(): Made | undefined {
  const answer = useActionData() as { made: Made } | object | undefined;
  return answer && "made" in answer ? answer.made : undefined;
}

/** A signing secret, shown only once: without script it can be selected. */
export function NewSecret({ id, secret }: Made) {
  return (
    <section className="grid gap-5" aria-labelledby="secret-title">
      <Note tone="good" title="Give this secret to your program now. It is shown only once.">
        With it the program checks that a message is from this site.
      </Note>
      <div>
        <h2 id="secret-title">The signing secret</h2>
        <p>
          <code className="wrap-anywhere">{secret}</code>
        </p>
      </div>
      <div>
        <h2>How a program checks a message</h2>
        <p>
          Messages are signed as{" "}
          <a href="https://www.standardwebhooks.com" rel="noopener">
            Standard Webhooks
          </a>{" "}
          describes, whose libraries exist for most languages. Use the exact text of the body, and refuse a
          message that is more than five minutes old.
        </p>
      </div>
      <div className="actions">
        <CopyButton text={secret} label="Copy the secret" copied="Secret copied!" />
        <LinkButton to={webhookPath(id)} variant="brand">
          I have stored the secret
        </LinkButton>
      </div>
    </section>
  );
}
