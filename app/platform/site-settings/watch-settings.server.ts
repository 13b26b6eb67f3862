import { logOutage } from "../log-outage.server";
import { loadSiteSettings, reloadNewerSettings } from "./site-settings.server";

/** The table whose changes the database reports on the channel `content`. */
export const SETTINGS_TABLE = "site_settings";

/** Milliseconds between two version checks, for an instance that has silently lost its notifications. */
const CHECK_MS = 3_000;

/** Never rejects: the next check retries a failed read. */
export const reloadSettings = (): Promise<void> => loadSiteSettings().catch(logFailure);

const logFailure = (error: unknown) => logOutage({ err: error }, "site settings not read");

/** Checks regularly whether the settings have changed. @returns a function that stops it */
export function startCheckingSettings(lookMs = CHECK_MS): () => void {
  let looking = false;
  const look = async () => {
    // With an unavailable database only one check waits, instead of one more every three seconds.
    if (looking) return;
    looking = true;
    await reloadNewerSettings().catch(logFailure);
    looking = false;
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
