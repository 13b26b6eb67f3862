import { isDatabaseUnavailable, listen, setReplicaHearing } from "db/orm.server";
import { queuePublication } from "~/features/scheduling/publication.server";
import { PublicationWatch } from "~/features/scheduling/publication-watch.server";
import { log } from "~/platform/log.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { hearOfSettings, SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";

/**
 * The database says which tables changed, whoever wrote them: another instance, a program, somebody at its prompt. Unheard,
 * nothing may be kept, nor read of a replica. What comes out by a minute nobody writes: for that there is a watch.
 */
export async function watchContentChanges(): Promise<() => Promise<void>> {
  const pages = pageCache();
  const publications = new PublicationWatch({
    come: (tables) => {
      pages.forget(tables);
      queuePublication().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log().error({ err: error }, "publication not asked for");
      });
    },
  });
  const setHearing = (hears: boolean) => {
    // Pages that are let go of are a change to the replica.
    setReplicaHearing(hears);
    pages.setEnabled(hears);
  };
  // Settings are read before pages are let go of: what is drawn in between would be kept with the old ones.
  const hear = (table: string) => {
    publications.hear(table);
    if (table === SETTINGS_TABLE) void hearOfSettings();
    else pages.forget([table]);
  };
  const unlisten = await listen("content", hear, {
    onConnected: () => {
      setHearing(true);
      void publications.look();
      void hearOfSettings();
    },
    onLost: () => setHearing(false),
  });
  return () => {
    publications.stop();
    return unlisten();
  };
}
