import { ShownOnce } from "~/ui/shown-once";
import type { MadeSecret } from "~/web/made-secret";
import { useRootData } from "~/web/root-data";
import { keyPath } from "./keys.rules";

/** The secret of a key. */
export function KeySecret({ id, secret }: MadeSecret) {
  const { publicUrl } = useRootData();
  return (
    <ShownOnce
      noun="key"
      secret={secret}
      title="Store this key now. It is shown only once."
      about="The database stores only its hash."
      heading="The key"
      to={keyPath(id)}
    >
      <h2>How a program sends it</h2>
      <p>
        <code className="wrap-anywhere">
          curl -H "Authorization: Bearer {secret}" {publicUrl}/api/news
        </code>
      </p>
    </ShownOnce>
  );
}
