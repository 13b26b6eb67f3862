import { database, setUpOrm } from "tests/support/own-database";
import { spec } from "tests/support/spec";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { config } from "~/platform/config.server";
import { loadSiteSettings } from "~/platform/site-settings/site-settings.server";
import { watchContentChanges } from "~/server/watch-content-changes";

setUpOrm();

let unlisten: (() => Promise<void>) | undefined;
beforeAll(async () => {
  await loadSiteSettings({ force: true });
  unlisten = await watchContentChanges();
});
afterAll(() => unlisten?.());

/** Saves a name like another instance. */
const rename = (name: string) =>
  database.rows(
    "update site_settings set chosen = jsonb_build_object('name', ?::text), version = version + 1 where section = 'site'",
    [name],
  );
const expectName = (name: string) => vi.waitFor(() => expect(config().siteName).toBe(name), 120_000);

/** Ends the listener's connection. */
const disconnectListener = () =>
  database.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
  );

// Nothing polls versions in this test: updates come only through notifications.
it(
  "an instance receives changed settings, and missed ones after it reconnects",
  spec("2.4-7 settings hold all instances"),
  async () => {
    await rename("Heard Gazette");
    await expectName("Heard Gazette");
    await database.rows("alter table site_settings disable trigger site_settings_content_change");
    await rename("Missed Gazette");
    await database.rows("alter table site_settings enable trigger site_settings_content_change");
    await database.rows("notify content, 'news'");
    expect(config().siteName).toBe("Heard Gazette");
    expect(await disconnectListener()).toHaveLength(1);
    await expectName("Missed Gazette");
    await rename("Heard Again");
    await expectName("Heard Again");
  },
);
