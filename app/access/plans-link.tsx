import { useLocation } from "@remix-run/react";
import { lockCountPath, lockedPageOf } from "./locked-page.rules";

const PLANS = "/subscription";

/** The page that is drawn, where its lock is counted. A preview stands at another address, and its lock is nobody's. */
const useLockedPage = () => lockedPageOf(useLocation().pathname);

/**
 * The attributes of a lock's way to the plans. It tells when it is followed, as an advertisement does; from which page that was, the
 * plans know by who sends the reader.
 * @param marks whether it also tells that the lock was in sight: of one that a page has twice, the first does
 */
export function usePlansLink({ marks = true } = {}) {
  const page = useLockedPage();
  if (page === undefined) return { href: PLANS };
  const counted = { href: PLANS, ping: lockCountPath("followed", page) };
  return marks ? { ...counted, "data-views": lockCountPath("shown", page) } : counted;
}

/** Beside a way that marks: tells the same without script. */
export function LockPixel() {
  const page = useLockedPage();
  if (page === undefined) return null;
  return (
    <noscript>
      <img src={lockCountPath("shown.gif", page)} width={1} height={1} alt="" hidden />
    </noscript>
  );
}
