import { evenFraction, id, moment, momentSince, oneOf, price, TICKER, word } from "./columns";
import { INSTRUMENTS, NUMBERS, numbered, type Statement } from "./statement";

/** The time at which a ledger with other events records them. Null for an empty ledger. */
const LATER = "(select greatest(max(at), cast(:now as timestamptz)) from call_events having count(*) > 0)";

/** A quarter of them are open. */
const IS_CLOSED = "n % 4 <> 0";

/**
 * Calls with the values of their events, each to buy or sell for two months. In a ledger with earlier events
 * they are recorded later, because its times never decrease.
 */
const MADE = `
create temporary table bulk_calls on commit drop as
select n, call_id, record_id, symbol, name, author, direction, made_at, trim_scale(price) as entry,
       trim_scale(round(price * (1 + up * 0.09), 8)) as target, trim_scale(round(price * (1 - up * 0.05), 8)) as stop,
       (made_at at time zone 'UTC')::date + 60 as last_day, ended_at, (ended_at at time zone 'UTC')::date as ended_on,
       later, coalesce(later, made_at) as opened_at, coalesce(later, ended_at) as closed_at,
       trim_scale(round(price * (1 + up * gain), 8)) as close_price
  from (select n, ${LATER} as later, ${id("call")} as call_id, ${id("called record")} as record_id, ${TICKER} as symbol,
               ${word("companies", 1)} || ' #' || n as name, ${word("authors", 7)} as author,
               ${price(2)} as price,
               case when ${evenFraction(6)} < 0.6 then 1 else -1 end as up,
               ${oneOf(6, [
                 ["'buy'", 6],
                 ["'sell'", 4],
               ])} as direction,
               ${moment(0, 1000)} as made_at, ${momentSince(5, moment(0, 1000))} as ended_at,
               (${evenFraction(4)} * 0.14 - 0.05)::numeric as gain
          from ${NUMBERS}) as drawn`;

const instant = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const sha256 = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

const OPENED = `format(
  '{"audience":"members","author":%s,"currency":null,"direction":"%s","entry":{"at":"%s","price":"%s","source":"alert"},'
  '"lastDay":"%s","list":null,"madeAt":"%s","name":%s,"number":1,"record":"alert","recordId":"%s","recordedLater":%s,'
  '"stop":"%s","symbol":"%s","target":"%s","zoneHigh":null,"zoneLow":null}',
  to_json(author), direction, ${instant("made_at")}, entry, last_day, ${instant("made_at")}, to_json(name), record_id, to_json(later is not null), stop, symbol, target)`;

const CLOSED = `format('{"note":null,"on":"%s","price":"%s","ratio":"1","reason":"period"}', ended_on, close_price)`;

/** The events in the order of the chain, each with its digest. */
const TOLD = `
create temporary table bulk_events on commit drop as
select (select coalesce(max(seq), 0) from call_events) + row_number() over (order by at, n, kind desc) as seq, *,
       ${sha256(`format('{"body":%s,"call":"%s","kind":"%s","salt":"%s"}', body, call_id, kind, salt)`)} as digest
  from (select n, call_id, 'opened' as kind, ${OPENED} as body, md5('salt ' || n) as salt, opened_at as at from bulk_calls
        union all
        select n, call_id, 'closed', ${CLOSED}, md5('salt of the end ' || n), closed_at from bulk_calls where ${IS_CLOSED}
       ) as drawn`;

const HASH = (event: string, before: string) =>
  sha256(
    `format('{"at":"%s","digest":"%s","prev_hash":"%s","seq":%s}', ${instant(`${event}.at`)}, ${event}.digest, ${before}, ${event}.seq)`,
  );

/** One after another, each found by its number: every hash includes the previous one. */
const CHAINED = `
insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
with recursive newest as (
  select coalesce((select hash from call_events order by seq desc limit 1), repeat('0', 64)) as hash),
chain as (
  (select e.*, newest.hash as prev_hash, ${HASH("e", "newest.hash")} as hash
     from bulk_events as e, newest order by seq limit 1)
  union all
  select e.*, chain.hash, ${HASH("e", "chain.hash")} 
    from chain cross join lateral (select * from bulk_events where seq = chain.seq + 1 limit 1) as e)
select seq, call_id, kind, body, salt, at, digest, prev_hash, hash from chain`;

const KEPT = `
insert into calls (id, kind, record_id, number, symbol, name, author, direction, made_at, entry_price, entry_at, target, stop, last_day,
                   recorded_later, state, ended_on, waits_from, close_price, close_ratio, close_reason, last_seq)
select c.call_id, 'alert', record_id, 1, symbol, name, author, direction, made_at, entry, made_at, target, stop, last_day,
       later is not null, case when ${IS_CLOSED} then 'closed' else 'open' end,
       case when ${IS_CLOSED} then ended_on end, case when ${IS_CLOSED} then ended_on end, case when ${IS_CLOSED} then close_price end,
       case when ${IS_CLOSED} then 1 end, case when ${IS_CLOSED} then 'period' end, e.last_seq
  from bulk_calls as c join (select call_id, max(seq) as last_seq from bulk_events group by call_id) as e using (call_id)`;

/** Calls of deleted alerts, with their events. The ledger verifies. */
export const calls: Statement = {
  table: "calls",
  alongside: ["call_events"],
  last: numbered("calls", "name"),
  inserts: [
    ...INSTRUMENTS,
    MADE,
    TOLD,
    "alter table bulk_events add primary key (seq)",
    "analyze bulk_events",
    CHAINED,
    KEPT,
  ],
};
