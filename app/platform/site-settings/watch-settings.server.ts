import { log } from "../log.server";
import { catchUpWithSettings, loadSiteSettings } from "./site-settings.server";

/** The table of which the database tells on the channel `content` that settings changed. */
export const SETTINGS_TABLE = "site_settings";

/** Milliseconds between two looks at the versions, for an instance that cannot hear, or does not know that it cannot. */
const LOOK_MS = 3_000;

/** Never rejects: a reading that fails is done again at the next look. */
export const hearOfSettings = (): Promise<void> => loadSiteSettings().catch(logFailure);

const logFailure = (error: unknown) => log().warn({ err: error }, "site settings not read");

/** Looks now and then whether the settings changed unheard. @returns stops it */
export function startLookingAtSettings(lookMs = LOOK_MS): () => void {
  let looking = false;
  const look = async () => {
    // A database that is away keeps one look waiting, and not one more every three seconds.
    if (looking) return;
    looking = true;
    await catchUpWithSettings().catch(logFailure);
    looking = false;
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
