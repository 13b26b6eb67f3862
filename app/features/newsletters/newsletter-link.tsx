import { NEWSLETTERS_PATH } from "./newsletters.rules";

/** Below a text that readers also get by email. It leads members to their account. */
export const NewsletterLink = () => (
  <p className="meta">
    Get the next one by email: <a href={NEWSLETTERS_PATH}>our newsletters</a> are free.
  </p>
);
