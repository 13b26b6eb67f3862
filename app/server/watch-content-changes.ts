import { isDatabaseUnavailable, listen, setReplicaHearing } from "db/orm.server";
import { quoteStream } from "~/features/markets/stream/quote-stream.server";
import { queuePublication } from "~/features/scheduling/open-due-calls.server";
import { PublicationWatch } from "~/features/scheduling/publication-watch.server";
import { log } from "~/platform/log.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { reloadSettings, SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";

/**
 * Listens for the database's notifications of changed tables, from any writer. While it cannot listen,
 * nothing is cached and the replica is not read. Scheduled content appears without a write; a timer handles
 * that.
 */
export async function watchContentChanges(): Promise<() => Promise<void>> {
  const pages = pageCache();
  const publications = new PublicationWatch({
    come: (tables) => {
      pages.forget(tables);
      queuePublication().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log().error({ err: error }, "publication not requested");
      });
    },
  });
  const setHearing = (hears: boolean) => {
    // Dropped pages count as a change for the replica, too.
    setReplicaHearing(hears);
    pages.setEnabled(hears);
  };
  // Settings are loaded before pages are dropped; otherwise new pages would be cached with the old settings.
  const hear = (table: string) => {
    publications.hear(table);
    quoteStream.hear(table);
    if (table === SETTINGS_TABLE) void reloadSettings();
    else pages.forget([table]);
  };
  const unlisten = await listen("content", hear, {
    onConnected: () => {
      setHearing(true);
      // Notices may have been missed.
      quoteStream.hear("quotes");
      void publications.look();
      void reloadSettings();
    },
    onLost: () => setHearing(false),
  });
  quoteStream.open();
  return () => {
    publications.stop();
    return unlisten();
  };
}
