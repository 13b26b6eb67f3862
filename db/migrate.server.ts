import { Migrator } from "@mikro-orm/migrations";
import { MikroORM } from "@mikro-orm/postgresql";
import { restoreMessage } from "./connection.server";
import { requireUtf8 } from "./database-encoding.server";
import { Migration20261120000000_initial } from "./migrations/Migration20261120000000_initial";
import { Migration20261120010000_quote_orders } from "./migrations/Migration20261120010000_quote_orders";
import { Migration20261120020000_search_prefixes } from "./migrations/Migration20261120020000_search_prefixes";
import { Migration20261120120000_mail_links } from "./migrations/Migration20261120120000_mail_links";
import { Migration20261120130000_ad_counts } from "./migrations/Migration20261120130000_ad_counts";
import { Migration20261120140000_payment_totals } from "./migrations/Migration20261120140000_payment_totals";
import { Migration20261122010000_registrations } from "./migrations/Migration20261122010000_registrations";
import { Migration20261122010001_normal_addresses } from "./migrations/Migration20261122010001_normal_addresses";
import { Migration20261122040000_call_times } from "./migrations/Migration20261122040000_call_times";
import { Migration20261122040100_currency } from "./migrations/Migration20261122040100_currency";
import { Migration20261122050000_pending_pictures } from "./migrations/Migration20261122050000_pending_pictures";
import { Migration20261122060000_field_rules } from "./migrations/Migration20261122060000_field_rules";
import { Migration20261122080000_image_notices } from "./migrations/Migration20261122080000_image_notices";
import { Migration20261122120000_flat_lists } from "./migrations/Migration20261122120000_flat_lists";
import { Migration20261122120100_sitemap_bounds } from "./migrations/Migration20261122120100_sitemap_bounds";
import { Migration20261122130000_list_orders } from "./migrations/Migration20261122130000_list_orders";
import { Migration20261122130100_record_counts } from "./migrations/Migration20261122130100_record_counts";
import { Migration20261122130200_changes_and_ads } from "./migrations/Migration20261122130200_changes_and_ads";
import { Migration20261122140000_sweeps } from "./migrations/Migration20261122140000_sweeps";
import { Migration20261122140100_ad_places } from "./migrations/Migration20261122140100_ad_places";
import { Migration20261122160000_short_pending_lists } from "./migrations/Migration20261122160000_short_pending_lists";
import { Migration20261122160100_reminders } from "./migrations/Migration20261122160100_reminders";
import { Migration20261122160200_unfinished_orders } from "./migrations/Migration20261122160200_unfinished_orders";
import { Migration20261122160250_counted_lists } from "./migrations/Migration20261122160250_counted_lists";
import { Migration20261122160300_recent_ad_counts } from "./migrations/Migration20261122160300_recent_ad_counts";
import { Migration20261122160400_picture_removals } from "./migrations/Migration20261122160400_picture_removals";
import { Migration20261122160500_last_growers } from "./migrations/Migration20261122160500_last_growers";
import { Migration20261122170000_instruments } from "./migrations/Migration20261122170000_instruments";
import { Migration20261122170100_instrument_links } from "./migrations/Migration20261122170100_instrument_links";
import { Migration20261122170200_price_sources } from "./migrations/Migration20261122170200_price_sources";
import { Migration20261122171000_calls } from "./migrations/Migration20261122171000_calls";
import { Migration20261122171100_call_instruments } from "./migrations/Migration20261122171100_call_instruments";
import { Migration20261122171200_call_lists } from "./migrations/Migration20261122171200_call_lists";
import { Migration20261122172000_what_authors_say } from "./migrations/Migration20261122172000_what_authors_say";
import { Migration20261122172100_audience } from "./migrations/Migration20261122172100_audience";
import { Migration20261122172200_kept_record } from "./migrations/Migration20261122172200_kept_record";
import { Migration20261122172210_call_counts } from "./migrations/Migration20261122172210_call_counts";
import { Migration20261122172220_ledger_checks } from "./migrations/Migration20261122172220_ledger_checks";
import { Migration20261122172230_alert_ends } from "./migrations/Migration20261122172230_alert_ends";
import { Migration20261122172300_authors } from "./migrations/Migration20261122172300_authors";
import { Migration20261122172310_public_names } from "./migrations/Migration20261122172310_public_names";
import { Migration20261122172320_name_is_no_edit } from "./migrations/Migration20261122172320_name_is_no_edit";
import { Migration20261122172400_last_visit } from "./migrations/Migration20261122172400_last_visit";
import { Migration20261122172500_sample_brief } from "./migrations/Migration20261122172500_sample_brief";
import { Migration20261122172510_calls_by_last_day } from "./migrations/Migration20261122172510_calls_by_last_day";
import { Migration20261123040000_author_profiles } from "./migrations/Migration20261123040000_author_profiles";
import { Migration20261123040100_call_symbols } from "./migrations/Migration20261123040100_call_symbols";
import { Migration20261123040110_public_symbols } from "./migrations/Migration20261123040110_public_symbols";
import { Migration20261123040200_pick_lists } from "./migrations/Migration20261123040200_pick_lists";
import { Migration20261123040210_membership_offers } from "./migrations/Migration20261123040210_membership_offers";
import { Migration20261123040220_readings } from "./migrations/Migration20261123040220_readings";
import { Migration20261123040230_next_results } from "./migrations/Migration20261123040230_next_results";
import { Migration20261123050000_price_jumps } from "./migrations/Migration20261123050000_price_jumps";
import { Migration20261123050010_ledger_by_role } from "./migrations/Migration20261123050010_ledger_by_role";
import { Migration20261123050020_corrections } from "./migrations/Migration20261123050020_corrections";
import { Migration20261123050100_measured_from_entry } from "./migrations/Migration20261123050100_measured_from_entry";
import { Migration20261123050110_withdrawn_calls } from "./migrations/Migration20261123050110_withdrawn_calls";
import { Migration20261123050120_settled_alerts } from "./migrations/Migration20261123050120_settled_alerts";
import { Migration20261123050140_carried_jumps } from "./migrations/Migration20261123050140_carried_jumps";
import { Migration20261123060000_waiting_days } from "./migrations/Migration20261123060000_waiting_days";
import { Migration20261123060100_quote_times } from "./migrations/Migration20261123060100_quote_times";
import { Migration20261123060110_result_checks } from "./migrations/Migration20261123060110_result_checks";
import { Migration20261123060200_instrument_kinds } from "./migrations/Migration20261123060200_instrument_kinds";
import { Migration20261123060300_readers_figures } from "./migrations/Migration20261123060300_readers_figures";
import { Migration20261123060310_called_names } from "./migrations/Migration20261123060310_called_names";
import { Migration20261123060320_asked_checks } from "./migrations/Migration20261123060320_asked_checks";
import { Migration20261123060600_ad_texts } from "./migrations/Migration20261123060600_ad_texts";
import { Migration20261123060900_called_currencies } from "./migrations/Migration20261123060900_called_currencies";
import { Migration20261123061100_paste_columns } from "./migrations/Migration20261123061100_paste_columns";
import { Migration20261123061200_change_differences } from "./migrations/Migration20261123061200_change_differences";
import { Migration20261123061400_call_statistics } from "./migrations/Migration20261123061400_call_statistics";
import { Migration20261124020000_entry_shares } from "./migrations/Migration20261124020000_entry_shares";
import { Migration20261124070000_staff_safety } from "./migrations/Migration20261124070000_staff_safety";
import { Migration20261124080000_site_settings } from "./migrations/Migration20261124080000_site_settings";
import { Migration20261124090000_member_desk } from "./migrations/Migration20261124090000_member_desk";
import { Migration20261124110000_accepted_findings } from "./migrations/Migration20261124110000_accepted_findings";
import { Migration20261124120000_instruments_by_age } from "./migrations/Migration20261124120000_instruments_by_age";
import { Migration20261125010000_planning } from "./migrations/Migration20261125010000_planning";
import { Migration20261125020000_bin } from "./migrations/Migration20261125020000_bin";
import { Migration20261125030000_form_drafts } from "./migrations/Migration20261125030000_form_drafts";
import { Migration20261125040000_ends_of_ads } from "./migrations/Migration20261125040000_ends_of_ads";
import { Migration20261125050000_numbers_by_day } from "./migrations/Migration20261125050000_numbers_by_day";
import { Migration20261125060000_picture_library } from "./migrations/Migration20261125060000_picture_library";
import { Migration20261126100000_reminders_by_mail } from "./migrations/Migration20261126100000_reminders_by_mail";
import { Migration20261126100100_member_imports } from "./migrations/Migration20261126100100_member_imports";
import { Migration20261126110000_receipt_numbers } from "./migrations/Migration20261126110000_receipt_numbers";
import { Migration20261126120000_coupons } from "./migrations/Migration20261126120000_coupons";
import { Migration20261126130000_gifts } from "./migrations/Migration20261126130000_gifts";
import { Migration20261127090000_trials } from "./migrations/Migration20261127090000_trials";
import { Migration20261127110000_lock_conversions } from "./migrations/Migration20261127110000_lock_conversions";
import { Migration20261127130000_access_tiers } from "./migrations/Migration20261127130000_access_tiers";
import { Migration20261127130021_site_text_pictures } from "./migrations/Migration20261127130021_site_text_pictures";
import { Migration20261127130022_named_members } from "./migrations/Migration20261127130022_named_members";
import { Migration20261127130023_forgotten_members } from "./migrations/Migration20261127130023_forgotten_members";
import { Migration20261127130031_mailboxes } from "./migrations/Migration20261127130031_mailboxes";
import { Migration20261127130032_trial_devices } from "./migrations/Migration20261127130032_trial_devices";
import { Migration20261127130033_refused_rewards } from "./migrations/Migration20261127130033_refused_rewards";
import { Migration20261127130034_payers } from "./migrations/Migration20261127130034_payers";
import { Migration20261127130035_returned_coupons } from "./migrations/Migration20261127130035_returned_coupons";
import { Migration20261128090000_order_states } from "./migrations/Migration20261128090000_order_states";
import { Migration20261128090100_access_periods } from "./migrations/Migration20261128090100_access_periods";
import { Migration20261128090200_refunds } from "./migrations/Migration20261128090200_refunds";
import { Migration20261128100000_finer_figures } from "./migrations/Migration20261128100000_finer_figures";
import { Migration20261128110000_price_bounds } from "./migrations/Migration20261128110000_price_bounds";
import { Migration20261128120000_settled_at_once } from "./migrations/Migration20261128120000_settled_at_once";
import { Migration20261128120100_kinds_of_quotes } from "./migrations/Migration20261128120100_kinds_of_quotes";
import { Migration20261128130000_symbols_of_before } from "./migrations/Migration20261128130000_symbols_of_before";
import { Migration20261128140000_first_publications } from "./migrations/Migration20261128140000_first_publications";
import { Migration20261128140000_intents } from "./migrations/Migration20261128140000_intents";
import { Migration20261128140100_own_addresses } from "./migrations/Migration20261128140100_own_addresses";
import { Migration20261128140200_folded_search } from "./migrations/Migration20261128140200_folded_search";
import { Migration20261128150000_versions_in_the_log } from "./migrations/Migration20261128150000_versions_in_the_log";
import { Migration20261128161000_reopened_calls } from "./migrations/Migration20261128161000_reopened_calls";
import { Migration20261128161100_drafts_by_window } from "./migrations/Migration20261128161100_drafts_by_window";
import { Migration20261128161200_drafts_of_calls } from "./migrations/Migration20261128161200_drafts_of_calls";
import { Migration20261128161300_form_openings } from "./migrations/Migration20261128161300_form_openings";
import { Migration20261128164000_imported_members } from "./migrations/Migration20261128164000_imported_members";
import { Migration20261128170000_counts_by_index } from "./migrations/Migration20261128170000_counts_by_index";
import { Migration20261128190000_parts_of_texts } from "./migrations/Migration20261128190000_parts_of_texts";
import { Migration20261128200000_staff_notices } from "./migrations/Migration20261128200000_staff_notices";
import { Migration20261129010000_coupons_switched_off } from "./migrations/Migration20261129010000_coupons_switched_off";

/** All migrations, oldest first. Listed because the server's bundle has no folder to look into. */
export const MIGRATIONS = [
  { name: "Migration20261120000000_initial", class: Migration20261120000000_initial },
  { name: "Migration20261120010000_quote_orders", class: Migration20261120010000_quote_orders },
  { name: "Migration20261120020000_search_prefixes", class: Migration20261120020000_search_prefixes },
  { name: "Migration20261120120000_mail_links", class: Migration20261120120000_mail_links },
  { name: "Migration20261120130000_ad_counts", class: Migration20261120130000_ad_counts },
  { name: "Migration20261120140000_payment_totals", class: Migration20261120140000_payment_totals },
  { name: "Migration20261122010000_registrations", class: Migration20261122010000_registrations },
  { name: "Migration20261122010001_normal_addresses", class: Migration20261122010001_normal_addresses },
  { name: "Migration20261122040000_call_times", class: Migration20261122040000_call_times },
  { name: "Migration20261122040100_currency", class: Migration20261122040100_currency },
  { name: "Migration20261122050000_pending_pictures", class: Migration20261122050000_pending_pictures },
  { name: "Migration20261122060000_field_rules", class: Migration20261122060000_field_rules },
  { name: "Migration20261122080000_image_notices", class: Migration20261122080000_image_notices },
  { name: "Migration20261122120000_flat_lists", class: Migration20261122120000_flat_lists },
  { name: "Migration20261122120100_sitemap_bounds", class: Migration20261122120100_sitemap_bounds },
  { name: "Migration20261122130000_list_orders", class: Migration20261122130000_list_orders },
  { name: "Migration20261122130100_record_counts", class: Migration20261122130100_record_counts },
  { name: "Migration20261122130200_changes_and_ads", class: Migration20261122130200_changes_and_ads },
  { name: "Migration20261122140000_sweeps", class: Migration20261122140000_sweeps },
  { name: "Migration20261122140100_ad_places", class: Migration20261122140100_ad_places },
  { name: "Migration20261122160000_short_pending_lists", class: Migration20261122160000_short_pending_lists },
  { name: "Migration20261122160100_reminders", class: Migration20261122160100_reminders },
  { name: "Migration20261122160200_unfinished_orders", class: Migration20261122160200_unfinished_orders },
  { name: "Migration20261122160250_counted_lists", class: Migration20261122160250_counted_lists },
  { name: "Migration20261122160300_recent_ad_counts", class: Migration20261122160300_recent_ad_counts },
  { name: "Migration20261122160400_picture_removals", class: Migration20261122160400_picture_removals },
  { name: "Migration20261122160500_last_growers", class: Migration20261122160500_last_growers },
  { name: "Migration20261122170000_instruments", class: Migration20261122170000_instruments },
  { name: "Migration20261122170100_instrument_links", class: Migration20261122170100_instrument_links },
  { name: "Migration20261122170200_price_sources", class: Migration20261122170200_price_sources },
  { name: "Migration20261122171000_calls", class: Migration20261122171000_calls },
  { name: "Migration20261122171100_call_instruments", class: Migration20261122171100_call_instruments },
  { name: "Migration20261122171200_call_lists", class: Migration20261122171200_call_lists },
  { name: "Migration20261122172000_what_authors_say", class: Migration20261122172000_what_authors_say },
  { name: "Migration20261122172100_audience", class: Migration20261122172100_audience },
  { name: "Migration20261122172200_kept_record", class: Migration20261122172200_kept_record },
  { name: "Migration20261122172210_call_counts", class: Migration20261122172210_call_counts },
  { name: "Migration20261122172220_ledger_checks", class: Migration20261122172220_ledger_checks },
  { name: "Migration20261122172230_alert_ends", class: Migration20261122172230_alert_ends },
  { name: "Migration20261122172300_authors", class: Migration20261122172300_authors },
  { name: "Migration20261122172310_public_names", class: Migration20261122172310_public_names },
  { name: "Migration20261122172320_name_is_no_edit", class: Migration20261122172320_name_is_no_edit },
  { name: "Migration20261122172400_last_visit", class: Migration20261122172400_last_visit },
  { name: "Migration20261122172500_sample_brief", class: Migration20261122172500_sample_brief },
  { name: "Migration20261122172510_calls_by_last_day", class: Migration20261122172510_calls_by_last_day },
  { name: "Migration20261123040000_author_profiles", class: Migration20261123040000_author_profiles },
  { name: "Migration20261123040100_call_symbols", class: Migration20261123040100_call_symbols },
  { name: "Migration20261123040110_public_symbols", class: Migration20261123040110_public_symbols },
  { name: "Migration20261123040200_pick_lists", class: Migration20261123040200_pick_lists },
  { name: "Migration20261123040210_membership_offers", class: Migration20261123040210_membership_offers },
  { name: "Migration20261123040220_readings", class: Migration20261123040220_readings },
  { name: "Migration20261123040230_next_results", class: Migration20261123040230_next_results },
  { name: "Migration20261123050000_price_jumps", class: Migration20261123050000_price_jumps },
  { name: "Migration20261123050010_ledger_by_role", class: Migration20261123050010_ledger_by_role },
  { name: "Migration20261123050020_corrections", class: Migration20261123050020_corrections },
  { name: "Migration20261123050100_measured_from_entry", class: Migration20261123050100_measured_from_entry },
  { name: "Migration20261123050110_withdrawn_calls", class: Migration20261123050110_withdrawn_calls },
  { name: "Migration20261123050120_settled_alerts", class: Migration20261123050120_settled_alerts },
  { name: "Migration20261123050140_carried_jumps", class: Migration20261123050140_carried_jumps },
  { name: "Migration20261123060000_waiting_days", class: Migration20261123060000_waiting_days },
  { name: "Migration20261123060100_quote_times", class: Migration20261123060100_quote_times },
  { name: "Migration20261123060110_result_checks", class: Migration20261123060110_result_checks },
  { name: "Migration20261123060200_instrument_kinds", class: Migration20261123060200_instrument_kinds },
  { name: "Migration20261123060300_readers_figures", class: Migration20261123060300_readers_figures },
  { name: "Migration20261123060310_called_names", class: Migration20261123060310_called_names },
  { name: "Migration20261123060320_asked_checks", class: Migration20261123060320_asked_checks },
  { name: "Migration20261123060600_ad_texts", class: Migration20261123060600_ad_texts },
  { name: "Migration20261123060900_called_currencies", class: Migration20261123060900_called_currencies },
  { name: "Migration20261123061100_paste_columns", class: Migration20261123061100_paste_columns },
  { name: "Migration20261123061200_change_differences", class: Migration20261123061200_change_differences },
  { name: "Migration20261123061400_call_statistics", class: Migration20261123061400_call_statistics },
  { name: "Migration20261124020000_entry_shares", class: Migration20261124020000_entry_shares },
  { name: "Migration20261124070000_staff_safety", class: Migration20261124070000_staff_safety },
  { name: "Migration20261124080000_site_settings", class: Migration20261124080000_site_settings },
  { name: "Migration20261124090000_member_desk", class: Migration20261124090000_member_desk },
  { name: "Migration20261124110000_accepted_findings", class: Migration20261124110000_accepted_findings },
  { name: "Migration20261124120000_instruments_by_age", class: Migration20261124120000_instruments_by_age },
  { name: "Migration20261125010000_planning", class: Migration20261125010000_planning },
  { name: "Migration20261125020000_bin", class: Migration20261125020000_bin },
  { name: "Migration20261125030000_form_drafts", class: Migration20261125030000_form_drafts },
  { name: "Migration20261125040000_ends_of_ads", class: Migration20261125040000_ends_of_ads },
  { name: "Migration20261125050000_numbers_by_day", class: Migration20261125050000_numbers_by_day },
  { name: "Migration20261125060000_picture_library", class: Migration20261125060000_picture_library },
  { name: "Migration20261126100000_reminders_by_mail", class: Migration20261126100000_reminders_by_mail },
  { name: "Migration20261126100100_member_imports", class: Migration20261126100100_member_imports },
  { name: "Migration20261126110000_receipt_numbers", class: Migration20261126110000_receipt_numbers },
  { name: "Migration20261126120000_coupons", class: Migration20261126120000_coupons },
  { name: "Migration20261126130000_gifts", class: Migration20261126130000_gifts },
  { name: "Migration20261127090000_trials", class: Migration20261127090000_trials },
  { name: "Migration20261127110000_lock_conversions", class: Migration20261127110000_lock_conversions },
  { name: "Migration20261127130000_access_tiers", class: Migration20261127130000_access_tiers },
  { name: "Migration20261127130021_site_text_pictures", class: Migration20261127130021_site_text_pictures },
  { name: "Migration20261127130022_named_members", class: Migration20261127130022_named_members },
  { name: "Migration20261127130023_forgotten_members", class: Migration20261127130023_forgotten_members },
  { name: "Migration20261127130031_mailboxes", class: Migration20261127130031_mailboxes },
  { name: "Migration20261127130032_trial_devices", class: Migration20261127130032_trial_devices },
  { name: "Migration20261127130033_refused_rewards", class: Migration20261127130033_refused_rewards },
  { name: "Migration20261127130034_payers", class: Migration20261127130034_payers },
  { name: "Migration20261127130035_returned_coupons", class: Migration20261127130035_returned_coupons },
  { name: "Migration20261128090000_order_states", class: Migration20261128090000_order_states },
  { name: "Migration20261128090100_access_periods", class: Migration20261128090100_access_periods },
  { name: "Migration20261128090200_refunds", class: Migration20261128090200_refunds },
  { name: "Migration20261128100000_finer_figures", class: Migration20261128100000_finer_figures },
  { name: "Migration20261128110000_price_bounds", class: Migration20261128110000_price_bounds },
  { name: "Migration20261128120000_settled_at_once", class: Migration20261128120000_settled_at_once },
  { name: "Migration20261128120100_kinds_of_quotes", class: Migration20261128120100_kinds_of_quotes },
  { name: "Migration20261128130000_symbols_of_before", class: Migration20261128130000_symbols_of_before },
  { name: "Migration20261128140000_first_publications", class: Migration20261128140000_first_publications },
  { name: "Migration20261128140000_intents", class: Migration20261128140000_intents },
  { name: "Migration20261128140100_own_addresses", class: Migration20261128140100_own_addresses },
  { name: "Migration20261128140200_folded_search", class: Migration20261128140200_folded_search },
  { name: "Migration20261128150000_versions_in_the_log", class: Migration20261128150000_versions_in_the_log },
  { name: "Migration20261128161000_reopened_calls", class: Migration20261128161000_reopened_calls },
  { name: "Migration20261128161100_drafts_by_window", class: Migration20261128161100_drafts_by_window },
  { name: "Migration20261128161200_drafts_of_calls", class: Migration20261128161200_drafts_of_calls },
  { name: "Migration20261128161300_form_openings", class: Migration20261128161300_form_openings },
  { name: "Migration20261128164000_imported_members", class: Migration20261128164000_imported_members },
  { name: "Migration20261128170000_counts_by_index", class: Migration20261128170000_counts_by_index },
  { name: "Migration20261128190000_parts_of_texts", class: Migration20261128190000_parts_of_texts },
  { name: "Migration20261128200000_staff_notices", class: Migration20261128200000_staff_notices },
  {
    name: "Migration20261129010000_coupons_switched_off",
    class: Migration20261129010000_coupons_switched_off,
  },
];

/** Whether this release has the migration: a newer one may have more. */
export const isKnownMigration = (name: string): boolean => MIGRATIONS.some((known) => known.name === name);

/** @property reachable it answers and takes what is written: a server that only reads is no primary (any more) */
export type DatabaseState = { reachable: boolean; pendingMigrations: number };

/** Any number that nobody else locks by: "openbell" read as hexadecimal digits of its letters, shortened. */
export const MIGRATION_LOCK = 1_869_636_974;

/** See `migrate` in orm.server.ts. */
export async function migrateDatabase(url: string): Promise<string[]> {
  const orm = await MikroORM.init(migrationOptions(url));
  orm.em.getKnex().on("query-error", restoreMessage);
  try {
    await requireUtf8(orm.em.getKnex());
    // Usually nothing is pending. The migrator would first list every table to find that out.
    const { reachable, pendingMigrations } = await readDatabaseState(orm);
    if (reachable && pendingMigrations === 0) return [];
    // A session's lock, held by the only connection there is: the migrations run on that very connection.
    await orm.em.execute("set lock_timeout = '5min'");
    await orm.em.execute("select pg_advisory_lock(?)", [MIGRATION_LOCK]);
    await orm.em.execute("set lock_timeout = default");
    const run = await orm.getMigrator().up();
    // An index on an expression that a migration makes is not used well before it has statistics, and no row
    // changes that would have them made: a search of a million rows took three seconds until somebody said this.
    if (run.length > 0) await orm.em.execute("analyze");
    return run.map(({ name }) => name);
  } finally {
    await orm.close(true);
  }
}

/** The options of an ORM that only migrates: few connections, no limit to how long a statement may take. */
export function migrationOptions(url: string, connections = 1) {
  return {
    clientUrl: url,
    driverOptions: {
      connection: {
        connectionString: url,
        application_name: "openbell migrations",
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        // Where a pooler is in use the role has a limit, and an index of a million rows takes longer.
        options: "-c statement_timeout=0",
      },
      pool: { min: 1, max: connections, propagateCreateError: true },
      log: { warn() {}, deprecate() {} },
    },
    entities: [],
    discovery: { warnWhenNoEntities: false },
    connect: false,
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS,
      snapshot: false,
      silent: true,
      // Switching foreign keys off needs a superuser, which hosted databases do not give.
      disableForeignKeys: false,
    },
  };
}

/** See `databaseState` in orm.server.ts. */
export async function readDatabaseState(orm: MikroORM): Promise<DatabaseState> {
  try {
    const [{ exists, writable } = { exists: false, writable: false }] = await orm.em.execute<
      { exists: boolean; writable: boolean }[]
    >(
      `select to_regclass('mikro_orm_migrations') is not null as exists,
              not current_setting('transaction_read_only')::bool as writable`,
    );
    // Its session was begun there and stays as it is: as an error it is thrown away, and so are the others of its time.
    if (!writable) await orm.em.execute("do $$ begin raise sqlstate '25006'; end $$");
    const rows = exists
      ? await orm.em.execute<{ name: string }[]>("select name from mikro_orm_migrations")
      : [];
    const done = new Set(rows.map(({ name }) => name));
    return { reachable: true, pendingMigrations: MIGRATIONS.filter(({ name }) => !done.has(name)).length };
  } catch {
    return { reachable: false, pendingMigrations: 0 };
  }
}
