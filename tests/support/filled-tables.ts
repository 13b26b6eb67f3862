import { BULK_KINDS, type BulkKind } from "db/seeds/bulk/arguments";
import { seedBulk } from "db/seeds/bulk.server";
import { planAsIfLarger, stopAutovacuum } from "./planned-size";

/** The rows of each table that grows, as PostgreSQL plans. */
export const ROWS = 19_000;
/** The table has this many times fewer rows. PostgreSQL is made to plan for all of them. */
const FACTOR = 10;
const MADE = ROWS / FACTOR;

/** Kinds that a site has few of. The daily counts need one for each 365 rows. */
const FEW_KINDS: readonly BulkKind[] = ["ads", "banners"];

/**
 * Fills every table that grows, so that PostgreSQL plans as for a large database. The ORM runs on it.
 * @param run runs a statement in the database, which has no rows
 */
export async function fillTables(run: (sql: string) => Promise<unknown>): Promise<void> {
  await stopAutovacuum(run);
  const counts = Object.fromEntries(
    BULK_KINDS.map((kind) => [kind, FEW_KINDS.includes(kind) ? Math.ceil(MADE / 365) : MADE]),
  );
  await seedBulk({ ...counts, now: new Date(), report: () => {} });
  await run(`insert into page_readings (day, section, record_id, views)
    select current_date - n % 40, 'news', gen_random_uuid(), 1 from generate_series(1, ${MADE}) as n`);
  await run("insert into former_addresses (member_id, email) select id, email from members");
  await run(`insert into member_notes (member_id, staff_name, text)
    select id, 'Ines Calloway', 'Called us' from members`);
  await run("insert into labels (name, name_key) select 'L' || n, 'l' || n from generate_series(1, 5) as n");
  await run("insert into segments (name, name_key, search) values ('Paying', 'paying', 'term=running')");
  await run(
    "insert into member_labels (member_id, label_id) select m.id, l.id from members m cross join labels l",
  );
  await run(`insert into member_batches (staff_name, kind, state)
    select 'Ines Calloway', 'end-access', 'done' from generate_series(1, 5)`);
  await run(`insert into batch_members (batch_id, member_id, member_version, outcome)
    select b.id, m.id, 1, 'done' from member_batches b cross join members m`);
  await run(`insert into known_devices (member_id, device_hash)
    select id, encode(sha256(id::text::bytea), 'hex') from members`);
  await run(`insert into passkeys (member_id, name, credential_id, public_key, challenged_at)
    select id, 'Phone', id::text, 'key', now() from members`);
  await run(`insert into held_submissions (session_id, path, content_type, sealed, expires_at)
    select id, '/admin/settings/new', 'text/plain', 'sealed', now() + interval '30 minutes' from sessions`);
  await run(`insert into intents (member_id, sealed, expires_at)
    select id, 'sealed', now() + interval '1 hour' from members`);
  await run(`insert into idempotency_keys (key_hash, operation, fingerprint, claim, locked_until)
    select encode(sha256(n::text::bytea), 'hex'), 'addMarket', repeat('0', 64), gen_random_uuid(), now()
      from generate_series(1, ${MADE}) as n`);
  await run(`insert into staff (fullname, email, password_hash, role)
    values ('Ines Calloway', 'ines@demo.test', repeat('x', 60), 'editor')`);
  await run(`insert into pending_sign_ins (token_hash, staff_id, password_mark, expires_at)
    select encode(sha256(n::text::bytea), 'hex'), staff.id, repeat('0', 64), now() + interval '10 minutes'
      from staff, generate_series(1, ${MADE}) as n`);
  await run(`insert into staff_invitations (fullname, email, role, token_hash, invited_by_name, expires_at)
    select 'Sol Ada', n || '@demo.test', 'editor', encode(sha256(n::text::bytea), 'hex'), 'Ines', now() + interval '7 days'
      from generate_series(1, ${MADE}) as n`);
  await run(`insert into binned_records (kind, record_id, title, held, staff_name)
    select 'news', gen_random_uuid(), 'Copper climbs', '{}', 'Ines Calloway' from generate_series(1, ${MADE})`);
  await run(`insert into form_drafts (staff_id, form, typed, writer, record_version)
    select staff.id, 'news/' || n, '{}', gen_random_uuid(), 0 from staff, generate_series(1, ${MADE}) as n`);
  await run(`insert into working_copies (kind, record_id, title, typed, opened, record_version, publish_at, staff_name)
    select 'news', gen_random_uuid(), 'Copper climbs', '{}', '{}', 1, now() + make_interval(mins => n), 'Ines Calloway'
      from generate_series(1, ${MADE}) as n`);
  await run(`insert into review_entries (kind, record_id, what, version, body, staff_name, created_at)
    select 'news', gen_random_uuid(), case when n % 10 = 0 then 'ready' else 'comment' end, 1,
           case when n % 10 <> 0 then 'Which year?' end, 'Ines Calloway', now() - make_interval(hours => n)
      from generate_series(1, ${MADE}) as n`);
  await run(`insert into form_openings (staff_id, form, expires_at)
    select staff.id, 'news/' || n, now() from staff, generate_series(1, ${MADE}) as n`);
  await run(`insert into payer_days (day, counted_until, began, ended, entered, first_payments, returned, renewed)
    select current_date - n, now(), 0, 0, 0, 0, 0, 0 from generate_series(1, ${MADE}) as n`);
  await run("insert into member_marks (member_id, changed_at) select id, now() from members");
  await run(`insert into watched_instruments (member_id, instrument_id, place)
    select m.id, i.id, 1 from (select id, row_number() over (order by id) as n from members) as m
      join (select id, row_number() over (order by id) as n from instruments) as i using (n)`);
  await run(`insert into followed_authors (member_id, slug, name)
    select id, 'author-' || serial_number, 'An author' from members`);
  await run(`insert into saved_items (member_id, news_id)
    select m.id, a.id from (select id, row_number() over (order by id) as n from members) as m
      join (select id, row_number() over (order by id) as n from news) as a using (n)`);
  await run("insert into compared_prices (instrument_id) select id from instruments");
  await run(`insert into price_alerts (member_id, instrument_id, kind, level, set_on)
    select member_id, instrument_id, 'rises', 190, current_date from watched_instruments`);
  await run(`insert into price_alert_firings
      (member_id, instrument_id, alert_id, kind, level, price, day, fired_on)
    select member_id, instrument_id, id, 'rises', 190, 191, current_date, current_date from price_alerts`);
  await run(`insert into newsletter_choices (member_id, newsletter, is_on)
    select id, 'briefs', false from members`);
  await run(`insert into private_feeds (member_id, section, token_hash)
    select id, 'news', encode(sha256(id::text::bytea), 'hex') from members`);
  await run(`insert into editions (newsletter, record_id, subject, preview, state)
    select 'news', id, title, '', 'done' from news`);
  await run("insert into edition_counts (edition_id, clicks) select id, 3 from editions");
  await run(`insert into subscribers (email, newsletters, confirmed_at)
    select 'subscriber-' || serial_number || '@demo.test', '{briefs}', now() from members`);
  await run(`insert into edition_members (edition_id, member_id, state, sent_at)
    select e.id, m.id, 'sent', now()
      from (select id, row_number() over (order by id) as n from members) as m
      join (select id, row_number() over (order by id) as n from editions) as e using (n)`);
  await run(`insert into channels (service, name, sealed, hint, newsletters, tier)
    select 'discord', 'A channel', 'encrypted', 'wxyz', '{news}', 'Basic' from generate_series(1, 5)`);
  await run(`insert into channel_posts (channel_id, edition_id, newsletter, record_id, state)
    select c.id, e.id, 'news', e.record_id, 'sent' from channels c cross join editions e`);
  await run(`insert into api_keys (name, prefix, token_hash, scopes, created_by_name)
    select 'Key ' || n, 'obk_abcdef', encode(sha256(n::text::bytea), 'hex'), '{news:read}', 'Ada Test'
      from generate_series(1, 5) as n`);
  await run(`insert into webhooks (name, address, sealed, kinds, read_to, created_by_name)
    select 'Hook ' || n, 'https://receiver.example', 'encrypted', '{news}', 0, 'Ada Test' from generate_series(1, 5) as n`);
  await run(`insert into webhook_deliveries (webhook_id, number, kind, record_id, change, changed_at, state, ended_at)
    select w.id, row_number() over (partition by w.id), 'news', n.id, 'saved', now(), 'delivered', now()
      from webhooks w cross join news n`);
  await run(`insert into webhook_deliveries (webhook_id, kind, record_id, change, changed_at)
    select w.id, 'news', n.id, 'saved', now() from webhooks w cross join news n`);
  await run(`insert into push_devices (member_id, name, endpoint, p256dh, auth)
    select id, 'A browser', 'https://push.example/' || id, 'key', 'secret' from members`);
  await run("insert into muted_pushes (member_id, kind) select id, 'news' from members");
  await run(`insert into push_messages (edition_id, ended_at)
    select id, now() from editions order by id limit 50`);
  await run(`insert into push_messages (member_id, ended_at) select id, now() from members`);
  await run(`insert into push_retries (message_id, device_id, attempts, due_at)
    select p.id, d.id, 1, now() from push_messages p join push_devices d using (member_id)`);
  await run(`insert into suppressed_addresses (email, reason, evidence)
    select email, 'hard', '550 5.1.1 No such user' from members`);
  await run("insert into mail_reports (email_id, kind) select id, 'hard' from members");
  await run("update record_changes set number = id");
  await run(
    `analyze labels, segments, member_labels, member_batches, batch_members, api_keys, webhooks, webhook_deliveries, record_changes, suppressed_addresses, mail_reports, channels, channel_posts, push_devices, muted_pushes, push_messages, push_retries, compared_prices, price_alerts, price_alert_firings, newsletter_choices, private_feeds, subscribers, editions, edition_counts, edition_members, member_marks, watched_instruments, followed_authors, saved_items, form_drafts, working_copies, review_entries, form_openings, page_readings, payer_days, former_addresses, member_notes, known_devices, passkeys, held_submissions, idempotency_keys, intents,
             pending_sign_ins, staff_invitations, binned_records`,
  );
  await planAsIfLarger(run, { factor: FACTOR, least: MADE / 2 });
}
