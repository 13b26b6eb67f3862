/** Address of the script that keeps figures current, set by the build. */
declare const LIVE_QUOTES_PATH: string;

type Saving = Navigator & { connection?: { saveData?: boolean } };

/** A browser that is never idle loads it after so many milliseconds. */
const PATIENCE_MS = 3_000;

/** Loads that script once the browser is idle, if the page shows quotes and the reader does not save data. */
export function followQuotes(): void {
  if (!document.querySelector("[data-live]") || (navigator as Saving).connection?.saveData) return;
  const load = () => import(LIVE_QUOTES_PATH);
  // Safari knows no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: PATIENCE_MS });
  else setTimeout(load);
}
