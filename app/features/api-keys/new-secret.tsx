import { useActionData } from "@remix-run/react";
import { LinkButton } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { Note } from "~/ui/message";
import { useRootData } from "~/web/root-data";
import { keyPath } from "./keys.rules";

type Made = { id: string; name: string; secret: string };

/** The secret that the page's form has just made. */
export function useNewSecret(): Made | undefined {
  const answer = useActionData() as { made: Made } | object | undefined;
  return answer && "made" in answer ? answer.made : undefined;
}

/** A secret, shown only once: without script it can be selected. */
export function NewSecret({ id, secret }: Made) {
  const { publicUrl } = useRootData();
  return (
    <section className="grid gap-5" aria-labelledby="secret-title">
      <Note tone="good" title="Store this key now. It is shown only once.">
        The database stores only its hash.
      </Note>
      <div>
        <h2 id="secret-title">The key</h2>
        <p>
          <code className="wrap-anywhere">{secret}</code>
        </p>
      </div>
      <div>
        <h2>How a program sends it</h2>
        <p>
          <code className="wrap-anywhere">
            curl -H "Authorization: Bearer {secret}" {publicUrl}/api/news
          </code>
        </p>
      </div>
      <div className="actions">
        <CopyButton text={secret} label="Copy the key" copied="Key copied!" />
        <LinkButton to={keyPath(id)} variant="brand">
          I have stored the key
        </LinkButton>
      </div>
    </section>
  );
}
