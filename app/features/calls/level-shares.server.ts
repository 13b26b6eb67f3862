import { decimal, raw, sql } from "db/sql";

const madeOn = sql`(greatest(c.made_at, c.entry_at) at time zone 'UTC')::date`;

/** How many shares of the day on which a level was last said one share of the call's day had become. */
const sharesWhenSaid = (term: "target" | "stop") => sql`
  (select coalesce(exp(sum(ln(s.ratio))), 1) from splits s
    where s.instrument_id = c.instrument_id and s.day > ${madeOn}
      and s.day <= (select max(e.at at time zone 'UTC')::date from call_events e
                     where e.call_id = c.id and e.kind = 'changed'
                       and e.body::jsonb #> array['changes', '${raw(term)}'] is not null))`;

const level = (term: "target" | "stop") =>
  decimal.orNull.from`trim_scale(round(c.${raw(term)} * ${sharesWhenSaid(term)}, 8))`;

/**
 * Columns of `calls c`: target and stop in shares of the day on which the call was made, whatever they were said in. A level
 * that is changed after a split is one of the new shares; see `settlementOf`, which judges by the same.
 */
export const LEVELS = { target: level("target"), stop: level("stop") };
