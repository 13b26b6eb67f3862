import {
  authorSlug,
  contentTrigger,
  countTriggers,
  figure,
  SHORT_LIST,
  type Subject,
  transitionTriggers,
} from "./parts";

/**
 * Takes the rights to change the ledger from everybody, its owner included. An owner must give itself a right back before it can
 * change a row; a superuser needs none.
 */
const WITHOUT_RIGHTS = `
revoke update, delete, truncate on call_events from public;
do $$
declare
  who text := (select tableowner from pg_tables where schemaname = 'public' and tablename = 'call_events');
begin
  execute format('revoke update, delete, truncate on call_events from %I', who);
end
$$;`;

/** The ledger of calls, and what its events add up to. */
export const CALLS: Subject = {
  functions: {
    /**
     * Links a call to the instrument of its record: the symbol may be another company's by now. Reads one
     * table, to take no locks on the other two.
     */
    keep_call_instrument: `
create function keep_call_instrument() returns trigger language plpgsql as $$
declare
  recorded uuid;
begin
  if new.kind = 'alert' then
    select instrument_id into recorded from trade_alerts where id = new.record_id;
  elsif new.kind = 'pick' then
    select instrument_id into recorded from stock_picks where id = new.record_id;
  elsif new.kind = 'brief' then
    select instrument_id into recorded from daily_briefs where id = new.record_id;
  end if;
  new.instrument_id := coalesce(held_instrument(recorded, new.symbol),
    instrument_of_call(new.symbol, new.name, new.currency, 'stock'));
  return new;
end
$$;
`,
    /**
     * Keeps the result of a closed call in per cent, and the part of the record that it counts in. Without a
     * positive entry price there is no result.
     */
    keep_call_result: `
create function keep_call_result() returns trigger language plpgsql as $$
begin
  new.part := case when new.state = 'closed' and new.kind <> 'brief' and new.entry_price > 0 then
     case new.kind when 'pick' then 'pick' else new.direction end end;
  new.result := case when new.state = 'closed' and new.kind <> 'brief' and new.entry_price > 0 then
     100 * (case new.direction when 'buy' then 1 else -1 end)
         * (new.close_price::float8 * new.close_ratio::float8 / new.entry_price::float8 - 1) end;
  return new;
end
$$;
`,
    /** Refuses every change of the ledger except an insert. */
    refuse_ledger_change: `
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger of calls is only added to: % refused', lower(tg_op);
end
$$;
`,
  },
  tables: {
    /**
     * The statistics tell the planner how many calls a reader may see by kind and audience together; without
     * them it assumes almost none.
     */
    calls: `
create table calls (
  id uuid not null primary key,
  kind text not null check (kind in ('alert', 'pick', 'brief')),
  record_id uuid not null,
  number int not null,
  instrument_id uuid constraint calls_instrument_id_foreign references instruments on update cascade on delete no action,
  symbol text not null constraint calls_symbol_length check (char_length(symbol) between 1 and 20),
  name text not null constraint calls_name_length check (char_length(name) between 1 and 300),
  direction text not null check (direction in ('buy', 'sell')),
  list text,
  author text,
  audience text not null default 'members' check (audience in ('members', 'private')),
  recorded_later boolean not null default false,
  made_at timestamptz(3) not null,
  ${figure("calls", "entry_price")},
  entry_at timestamptz(3),
  currency text,
  ${figure("calls", "target")},
  ${figure("calls", "stop")},
  ${figure("calls", "zone_low")},
  ${figure("calls", "zone_high")},
  last_day date,
  state text not null default 'open' check (state in ('open', 'closed', 'withdrawn')),
  ended_on date,
  ${figure("calls", "close_price")},
  ${figure("calls", "close_ratio")},
  close_reason text check (close_reason in ('target', 'stop', 'period', 'by hand', 'delisted')),
  close_note text constraint calls_close_note_length check (char_length(close_note) between 1 and 500),
  mistake boolean not null default false,
  last_seq int not null,
  part text check (part in ('buy', 'sell', 'pick')),
  result double precision,
  corrected_at timestamptz(3),
  waits_from date,
  counted boolean not null default false,
  counted_by_year boolean not null default false,
  known boolean not null default false,
  ${figure("calls", "entry_shares", "not null default '1'")} constraint calls_entry_shares check (entry_shares > 0),
  reopened_at timestamptz(3),
  constraint calls_kind_record_id_number_unique unique (kind, record_id, number),
  constraint calls_closed
    check ((state = 'closed') = (close_price is not null and close_ratio is not null and close_reason is not null)),
  constraint calls_corrected check (corrected_at is null or state = 'closed'),
  constraint calls_counted check (counted or not counted_by_year),
  constraint calls_ended check ((state = 'open') = (ended_on is null)),
  constraint calls_waits check ((state = 'open') = (waits_from is null))
);
create index calls_anew_index on calls (kind, record_id) where state = 'open' and number > 1 and kind <> 'brief';
create index calls_author_ended_index on calls (${authorSlug("author")}, ended_on, id)
  where state <> 'open' and kind <> 'brief' and not mistake;
create index calls_author_open_index on calls (${authorSlug("author")}, made_at, id) where state = 'open' and kind <> 'brief';
create index calls_ended_after_waiting_index on calls (ended_on, waits_from) where ended_on > waits_from;
create index calls_ended_index on calls (ended_on, id) where state <> 'open';
create index calls_instrument_id_made_at_id_index on calls (instrument_id, made_at, id);
create index calls_judged_index on calls
  (instrument_id, (greatest(ended_on, case when close_reason = 'period' then last_day end)), id)
  where state = 'closed' and kind <> 'brief';
create index calls_kind_last_day_index on calls (kind, last_day, id) where state = 'open' and last_day is not null;
create index calls_kind_made_at_id_index on calls (kind, made_at, id);
create index calls_last_day_index on calls (last_day, id) where state = 'open' and kind <> 'brief' and last_day is not null;
create index calls_made_at_id_index on calls (made_at, id);
create index calls_name_trgm on calls using gin (name gin_trgm_ops) ${SHORT_LIST};
create index calls_record_index on calls (ended_on, id) include (result, audience, counted_by_year) where part is not null;
create index calls_record_list_index on calls (list, ended_on, id) where part is not null and list is not null;
create index calls_record_list_result_index on calls (list, result, id) include (audience, counted)
  where part is not null and list is not null;
create index calls_record_part_index on calls (part, ended_on, id) where part is not null;
create index calls_record_result_index on calls (part, result, id) include (audience, counted) where part is not null;
create index calls_record_uncounted_index on calls (waits_from, id) where part is not null and not counted;
create index calls_record_waits_index on calls (waits_from, part, audience) where part is not null;
create index calls_recorded_later_index on calls (kind, made_at, record_id) where recorded_later;
create index calls_reopened_index on calls (reopened_at, id) where reopened_at is not null;
create index calls_state_made_at_id_index on calls (state, made_at, id) include (last_day);
create index calls_symbol_trgm on calls using gin (symbol gin_trgm_ops) ${SHORT_LIST};
create index calls_unknown_index on calls (waits_from, id)
  where state <> 'open' and kind <> 'brief' and not mistake and not known;
create index calls_unsettled_index on calls (id) where state = 'open' and kind <> 'brief';
create index calls_withdrawn_index on calls (ended_on, id) where state = 'withdrawn' and kind <> 'brief' and not mistake;
create trigger calls_instrument before insert on calls for each row execute function keep_call_instrument();
create trigger calls_other_instrument before update of symbol on calls for each row
  when (new.symbol is distinct from old.symbol) execute function keep_call_instrument();
create trigger calls_result before insert or update of state, kind, direction, entry_price, close_price,
    close_ratio, part, result on calls
  for each row execute function keep_call_result();
create trigger keep_alert_reopened after update of state on calls for each row
  when (new.kind = 'alert' and old.state = 'closed' and new.state = 'open') execute function keep_alert_settled();
create trigger keep_alert_settled after insert or update of state, ended_on on calls for each row
  when (new.kind = 'alert' and (new.state = 'closed' or new.number > 1)) execute function keep_alert_settled();
${transitionTriggers("calls", "calls_mark", "mark_track_record()")}
${contentTrigger("calls")}
${countTriggers("calls", "kind", "state", "mistake")}
create statistics calls_kind_audience_statistics on (kind || ' ' || audience) from calls;
`,
    /** A chain of hashes; rows are only added. */
    call_events: `
create table call_events (
  seq int not null primary key,
  call_id uuid not null,
  kind text not null check (kind in ('opened', 'changed', 'closed', 'withdrawn', 'corrected', 'reopened')),
  body text not null,
  salt text not null constraint call_events_salt_digits check (salt ~ '^[0-9a-f]{32}$'),
  at timestamptz(3) not null,
  digest text not null constraint call_events_digest_digits check (digest ~ '^[0-9a-f]{64}$'),
  prev_hash text not null constraint call_events_prev_hash_digits check (prev_hash ~ '^[0-9a-f]{64}$'),
  hash text not null constraint call_events_hash_digits check (hash ~ '^[0-9a-f]{64}$')
);
create index call_events_by_call_index on call_events (call_id, seq);
create trigger call_events_append_only before update or delete or truncate on call_events for each statement
  execute function refuse_ledger_change();
${WITHOUT_RIGHTS}
`,
    ledger_checks: `
create table ledger_checks (
  id bigserial primary key,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  stage text not null default 'chain' check (stage in ('chain', 'calls', 'kept calls', 'record')),
  seq int not null default 0,
  hash text not null,
  call_id uuid not null,
  problems jsonb not null default '[]',
  kept_seq int,
  kept_hash text,
  asked_for boolean not null default false
);
create unique index ledger_checks_unfinished_unique on ledger_checks ((finished_at is null)) where finished_at is null;
`,
    /** Closed calls whose result would be another by today's prices. */
    result_checks: `
create table result_checks (
  call_id uuid not null primary key,
  says text not null constraint result_checks_says_length check (char_length(says) between 1 and 300),
  last_seq int not null,
  found_at timestamptz(3) not null default now(),
  checked_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  confirmed_by text constraint result_checks_confirmed_by_length check (char_length(confirmed_by) between 1 and 100),
  constraint result_checks_confirmed check ((confirmed_at is null) = (confirmed_by is null))
);
create index result_checks_checked_index on result_checks (checked_at, call_id) where confirmed_at is null;
create index result_checks_told_index on result_checks (found_at, call_id) where confirmed_at is null;
`,
  },
};
