import { listen, setReplicaHearing } from "db/orm.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { hearOfSettings, SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";

/**
 * The database says which tables changed, whoever wrote them: another instance, a program, somebody at its prompt. Unheard,
 * nothing may be kept, nor read of a replica.
 */
export function watchContentChanges(): Promise<() => Promise<void>> {
  const pages = pageCache();
  const setHearing = (hears: boolean) => {
    pages.setEnabled(hears);
    setReplicaHearing(hears);
  };
  // Settings are read before pages are let go of: what is drawn in between would be kept with the old ones.
  const hear = (table: string) => (table === SETTINGS_TABLE ? void hearOfSettings() : pages.forget([table]));
  return listen("content", hear, {
    onConnected: () => {
      setHearing(true);
      void hearOfSettings();
    },
    onLost: () => setHearing(false),
  });
}
