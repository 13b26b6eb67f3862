import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Lets Remix decode the page's data before hydration. Its first render throws a promise for that. If the root
 * suspended, it could not answer the first events (React error 345), and script is often loaded by the first
 * touch of a form. So hydration starts when the data is ready.
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    // The first render throws non-promises and rejections again.
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
