import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Has Remix decode the page's data, which it begins in the first render of `RemixBrowser` and waits for by throwing the promise. A
 * root that waits must answer a key at once, cannot, and gives up for good (React's error 345); and the first key comes early, since
 * script comes with the first touch of a form. So the root begins when there is nothing to wait for.
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    // What is no promise, and what a promise ends with, the first render throws again.
    await Promise.resolve(thrown).catch(() => {});
  }
}

void decodeData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
