import {
  contentTrigger,
  countTriggers,
  EDITED_COLUMNS,
  figure,
  SHORT_LIST,
  type Subject,
  updatedAtTrigger,
} from "./parts";

/**
 * Two indexes of readers' picks, one for each direction of an order. An index that includes the columns of its expression answers
 * without the table.
 */
const pickOrder = (name: string, order: string, ...included: string[]) =>
  ["asc", "desc"]
    .map(
      (direction) => `
create index stock_picks_by_${name}_${direction}_index on stock_picks (category, ${order} ${direction} nulls last, id)
  ${included.length > 0 ? `include (${included.join(", ")})` : ""} where status = 'published';`,
    )
    .join("");

/** The same, and two for members who know these figures only of picks that are not for Private members alone. */
const pickOrderByReader = (name: string, order: string, ...included: string[]) => `
${pickOrder(name, order, ...included)}
${pickOrder(`${name}_for_members`, `(case when audience = 'members' then ${order} end)`, "audience", ...included)}`;

const PICK_ORDERS = [
  ...["market_cap", "current_price", "share_portfolio", "current_year_target", "target_2028"].map((column) =>
    pickOrder(column, column),
  ),
  pickOrder(
    "upside",
    "((current_year_target - current_price) / nullif(current_price, 0))",
    ...["current_price", "current_year_target"],
  ),
  pickOrderByReader("ticker", `(lower(ticker) collate "C")`, "ticker"),
  pickOrderByReader(
    "margin_52_week_high",
    "coalesce(margin_52_week_high, 100 * ((current_price - week_52_high) / nullif(week_52_high, 0)))",
    ...["margin_52_week_high", "current_price", "week_52_high"],
  ),
  pickOrderByReader(
    "change_margin_52_week_low",
    "coalesce(change_margin_52_week_low, 100 * ((current_price - week_52_low) / nullif(week_52_low, 0)))",
    ...["change_margin_52_week_low", "current_price", "week_52_low"],
  ),
].join("");

/** Stock picks and trade alerts, which open calls. */
export const RECOMMENDATIONS: Subject = {
  functions: {
    /** Makes a draft as old as its publication, because its call begins then. */
    date_publication: `
create function date_publication() returns trigger language plpgsql as $$
begin
  if old.status = 'draft' and new.status = 'published'
     and not coalesce((to_jsonb(new) ->> 'publish_at')::timestamptz > now(), false) then
    new.created_at := now();
  end if;
  return new;
end
$$;
`,
    /** Dates a price: only a new price makes it new, an edit of the text does not. */
    keep_priced_at: `
create function keep_priced_at() returns trigger language plpgsql as $$
begin
  if new.current_price is null then
    new.priced_at := null;
  elsif tg_op = 'INSERT' then
    new.priced_at := coalesce(new.priced_at, new.updated_at);
  else
    new.priced_at := now();
  end if;
  return new;
end
$$;
`,
    /**
     * Links a pick by its ticker. A draft creates no instrument: a search for instruments would reveal it.
     */
    keep_pick_instrument: `
create function keep_pick_instrument() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.instrument_id is not null and upper(btrim(new.ticker)) = upper(btrim(old.ticker)) then
      new.instrument_id := old.instrument_id;
      return new;
    end if;
    new.instrument_id := null;
  end if;
  new.instrument_id := coalesce(held_instrument(new.instrument_id, new.ticker),
    case when new.status = 'draft' then instrument_by_symbol(new.ticker)
         else instrument_of_call(new.ticker, new.name, new.currency,
                                 case new.category when 'ETFs-Index Funds' then 'etf' else 'stock' end) end);
  return new;
end
$$;
`,
    /**
     * Links an alert by its ticker. A draft or scheduled alert creates no instrument, for the same reason.
     */
    keep_alert_instrument: `
create function keep_alert_instrument() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.instrument_id is not null and upper(btrim(new.ticker)) = upper(btrim(old.ticker)) then
      new.instrument_id := old.instrument_id;
      return new;
    end if;
    new.instrument_id := null;
  end if;
  new.instrument_id := coalesce(held_instrument(new.instrument_id, new.ticker),
    case when new.publish_at > now() or new.status = 'draft' then instrument_by_symbol(new.ticker)
         else instrument_of_call(new.ticker, new.name, new.currency, 'stock') end);
  return new;
end
$$;
`,
    /**
     * Returns the end of a holding period that can be counted ("3 weeks", "a month"), otherwise null. Counts
     * in UTC, so the time zone of the session does not matter.
     */
    hold_until: `
create function hold_until(period text, since timestamptz) returns timestamptz language sql immutable as $$
  select (since at time zone 'UTC' + make_interval(
           months => case unit when 'month' then amount when 'year' then 12 * amount else 0 end,
           days => case unit when 'day' then amount when 'week' then 7 * amount else 0 end)) at time zone 'UTC'
    from (select lower(part[2]) as unit,
                 coalesce(array_position(array['one', 'two', 'three', 'four', 'five', 'six'], lower(part[1])),
                          case when part[1] ~ '^[0-9]' then part[1]::int else 1 end) as amount
            from regexp_match(btrim(period, E' \\t\\r\\n'),
              '^(a|an|one|two|three|four|five|six|[0-9]{1,3})\\s*(day|week|month|year)s{0,1}$', 'i') as part
           where part is not null) as counted
$$;
`,
    /** Sets the end of an alert's holding period. */
    keep_alert_end: `
create function keep_alert_end() returns trigger language plpgsql as $$
begin
  new.ends_at := hold_until(new.holding_period, new.created_at);
  return new;
end
$$;
`,
    /**
     * Keeps when an alert's newest call was settled, if that is before its period ends and its readers may
     * know. Lists find open alerts by an index on it.
     */
    keep_settled: `
create function keep_settled(alert uuid) returns void language sql as $$
  update trade_alerts as a set settled_at = newest.settled from (
    select case when settled < ends_at + interval '1 day' or ends_at is null then settled end as settled from (
      select ends_at, (
               select case when state = 'closed' and (c.audience = 'members' or told.audience = 'private')
                           then least(now(), (c.ended_on + 1)::timestamp at time zone 'UTC' - interval '1 millisecond')::timestamptz(3) end
                 from calls c where kind = 'alert' and record_id = told.id and not mistake order by number desc limit 1) as settled
        from trade_alerts told where id = alert) as each) as newest
   where a.id = alert and a.settled_at is distinct from newest.settled
$$;
`,
    /** Renews `settled_at` when a call changes. */
    keep_alert_settled: `
create function keep_alert_settled() returns trigger language plpgsql as $$
begin
  perform keep_settled(new.record_id);
  return null;
end
$$;
`,
    /** Renews `settled_at` when an alert gets other readers. */
    keep_settled_for_readers: `
create function keep_settled_for_readers() returns trigger language plpgsql as $$
begin
  perform keep_settled(new.id);
  return null;
end
$$;
`,
  },
  tables: {
    stock_picks: `
create table stock_picks (
  ${EDITED_COLUMNS},
  ticker text not null constraint stock_picks_ticker_length check (char_length(ticker) between 1 and 20),
  name text not null constraint stock_picks_name_length check (char_length(name) between 1 and 300),
  ${figure("stock_picks", "market_cap")},
  ${figure("stock_picks", "current_price")},
  ${figure("stock_picks", "share_portfolio")},
  ${figure("stock_picks", "current_year_target")},
  ${figure("stock_picks", "target_2028")},
  ${figure("stock_picks", "margin_52_week_high")},
  ${figure("stock_picks", "change_margin_52_week_low")},
  ${figure("stock_picks", "week_52_high")},
  ${figure("stock_picks", "week_52_low")},
  category text not null
    check (category in ('VBTC-500', 'Tenet', 'Iron dome', 'Global Stars', 'Moonshots', 'ETFs-Index Funds')),
  priced_at timestamptz(3),
  currency text constraint stock_picks_currency_code check (currency ~ '^[A-Z]{3}$'),
  instrument_id uuid
    constraint stock_picks_instrument_id_foreign references instruments on update cascade on delete no action,
  author text constraint stock_picks_author_length check (char_length(author) between 1 and 100),
  disclosure text constraint stock_picks_disclosure_length check (char_length(disclosure) between 1 and 500),
  audience text not null default 'members' check (audience in ('members', 'private')),
  status text not null default 'published' check (status in ('published', 'draft')),
  constraint stock_picks_week_52_order check (week_52_low <= week_52_high)
);
${PICK_ORDERS}
create index stock_picks_category_created_at_id_index on stock_picks (category, created_at, id) include (status);
create index stock_picks_category_sort_index on stock_picks (category, id) include (created_at);
create index stock_picks_category_updated_at_index on stock_picks (category, updated_at);
create index stock_picks_created_at_id_index on stock_picks (created_at, id) include (status);
create index stock_picks_current_price_falling_sort_index on stock_picks (current_price desc nulls last, id desc)
  include (category, created_at);
create index stock_picks_current_price_sort_index on stock_picks (current_price, id) include (category, created_at);
create index stock_picks_current_year_target_falling_sort_index on stock_picks (current_year_target desc nulls last, id desc)
  include (category, created_at);
create index stock_picks_current_year_target_sort_index on stock_picks (current_year_target, id) include (category, created_at);
create index stock_picks_drafts_index on stock_picks (created_at, id) where status = 'draft';
create index stock_picks_instrument_id_priced_at_id_index on stock_picks (instrument_id, priced_at, id);
create index stock_picks_market_cap_falling_sort_index on stock_picks (market_cap desc nulls last, id desc)
  include (category, created_at);
create index stock_picks_market_cap_sort_index on stock_picks (market_cap, id) include (category, created_at);
create index stock_picks_name_folded on stock_picks using gin (search_fold(name) gin_trgm_ops) ${SHORT_LIST};
create index stock_picks_name_prefix on stock_picks (lower(name) text_pattern_ops);
create index stock_picks_name_trgm on stock_picks using gin (name gin_trgm_ops) ${SHORT_LIST};
create index stock_picks_target_2028_falling_sort_index on stock_picks (target_2028 desc nulls last, id desc)
  include (category, created_at);
create index stock_picks_target_2028_sort_index on stock_picks (target_2028, id) include (category, created_at);
create index stock_picks_ticker_folded on stock_picks using gin (search_fold(ticker) gin_trgm_ops) ${SHORT_LIST};
create index stock_picks_ticker_prefix on stock_picks (lower(ticker) text_pattern_ops, created_at, id);
create index stock_picks_ticker_sort_index on stock_picks (ticker, id) include (category, created_at);
create index stock_picks_ticker_trgm on stock_picks using gin (ticker gin_trgm_ops) ${SHORT_LIST};
create trigger stock_picks_dated before update of status on stock_picks for each row execute function date_publication();
create trigger stock_picks_instrument before insert or update of ticker, status on stock_picks for each row
  execute function keep_pick_instrument();
create trigger stock_picks_priced_at before insert on stock_picks for each row execute function keep_priced_at();
create trigger stock_picks_repriced_at before update on stock_picks for each row
  when ((old.current_price) is distinct from (new.current_price)) execute function keep_priced_at();
create trigger stock_picks_updated_at before update on stock_picks for each row
  when (old.instrument_id is not distinct from new.instrument_id or old.ticker is distinct from new.ticker)
  execute function set_updated_at();
${contentTrigger("stock_picks")}
${countTriggers("stock_picks", "status")}
`,
    pick_lists: `
create table pick_lists (
  ${EDITED_COLUMNS},
  category text not null constraint pick_lists_category_unique unique
    check (category in ('VBTC-500', 'Tenet', 'Iron dome', 'Global Stars', 'Moonshots', 'ETFs-Index Funds')),
  thesis text not null constraint pick_lists_thesis_length check (char_length(thesis) between 1 and 300)
);
create index pick_lists_created_at_id_index on pick_lists (created_at, id);
${updatedAtTrigger("pick_lists")}
${contentTrigger("pick_lists")}
`,
    /**
     * Row triggers run in the order of their names: `created_at` and `dated` set the age that `ends_at`
     * counts from.
     */
    trade_alerts: `
create table trade_alerts (
  ${EDITED_COLUMNS},
  ticker text not null constraint trade_alerts_ticker_length check (char_length(ticker) between 1 and 20),
  name text not null constraint trade_alerts_name_length check (char_length(name) between 1 and 300),
  tag text not null check (tag in ('buy', 'sell')),
  ${figure("trade_alerts", "target_price", "not null")},
  analysis text not null constraint trade_alerts_analysis_length check (char_length(analysis) between 1 and 100000),
  holding_period text not null default '1 week'
    constraint trade_alerts_holding_period_length check (char_length(holding_period) between 1 and 100),
  ${figure("trade_alerts", "current_price")},
  ${figure("trade_alerts", "daily_change")},
  ${figure("trade_alerts", "stop_loss")},
  ends_at timestamptz(3),
  priced_at timestamptz(3),
  currency text constraint trade_alerts_currency_code check (currency ~ '^[A-Z]{3}$'),
  instrument_id uuid
    constraint trade_alerts_instrument_id_foreign references instruments on update cascade on delete no action,
  author text constraint trade_alerts_author_length check (char_length(author) between 1 and 100),
  disclosure text constraint trade_alerts_disclosure_length check (char_length(disclosure) between 1 and 500),
  audience text not null default 'members' check (audience in ('members', 'private')),
  settled_at timestamptz(3),
  publish_at timestamptz(3),
  status text not null default 'published' check (status in ('published', 'draft'))
);
create index trade_alerts_analysis_parts on trade_alerts using gin (search_parts(analysis)) ${SHORT_LIST};
create index trade_alerts_analysis_pictures_index on trade_alerts using gin (pictures_in(analysis)) ${SHORT_LIST};
create index trade_alerts_analysis_trgm on trade_alerts using gin (analysis gin_trgm_ops) ${SHORT_LIST};
create index trade_alerts_created_at_id_index on trade_alerts (created_at, id);
create index trade_alerts_drafts_index on trade_alerts (created_at, id) where status = 'draft';
create index trade_alerts_end_for_members_index on trade_alerts
  ((case when audience = 'members' then least(settled_at, ends_at) end), id) include (ends_at, settled_at, audience, publish_at)
  where status = 'published';
create index trade_alerts_end_index on trade_alerts (least(settled_at, ends_at), id) include (ends_at, settled_at, publish_at)
  where status = 'published';
create index trade_alerts_instrument_id_priced_at_id_index on trade_alerts (instrument_id, priced_at, id);
create index trade_alerts_name_folded on trade_alerts using gin (search_fold(name) gin_trgm_ops) ${SHORT_LIST};
create index trade_alerts_name_prefix on trade_alerts (lower(name) text_pattern_ops);
create index trade_alerts_name_trgm on trade_alerts using gin (name gin_trgm_ops) ${SHORT_LIST};
create index trade_alerts_open_index on trade_alerts (created_at, id) include (ends_at, settled_at, audience, publish_at)
  where status = 'published';
create index trade_alerts_publish_at_index on trade_alerts (publish_at) where publish_at is not null;
create index trade_alerts_tag_created_at_id_index on trade_alerts (tag, created_at, id);
create index trade_alerts_tag_sort_index on trade_alerts (tag, id) include (created_at);
create index trade_alerts_target_price_sort_index on trade_alerts (target_price, id) include (tag, created_at);
create index trade_alerts_ticker_folded on trade_alerts using gin (search_fold(ticker) gin_trgm_ops) ${SHORT_LIST};
create index trade_alerts_ticker_prefix on trade_alerts (lower(ticker) text_pattern_ops, created_at, id);
create index trade_alerts_ticker_sort_index on trade_alerts (ticker, id) include (tag, created_at);
create index trade_alerts_ticker_trgm on trade_alerts using gin (ticker gin_trgm_ops) ${SHORT_LIST};
alter index trade_alerts_analysis_parts alter column 1 set statistics 0;
create trigger keep_settled_for_readers after update of audience on trade_alerts for each row
  when (old.audience is distinct from new.audience) execute function keep_settled_for_readers();
create trigger trade_alerts_created_at before insert or update of publish_at on trade_alerts for each row
  execute function keep_publish_minute();
create trigger trade_alerts_dated before update of status on trade_alerts for each row execute function date_publication();
create trigger trade_alerts_ends_at before insert or update of holding_period, created_at, publish_at, status on trade_alerts
  for each row execute function keep_alert_end();
create trigger trade_alerts_instrument before insert or update of ticker, publish_at, status on trade_alerts for each row
  execute function keep_alert_instrument();
create trigger trade_alerts_priced_at before insert on trade_alerts for each row execute function keep_priced_at();
create trigger trade_alerts_repriced_at before update on trade_alerts for each row
  when ((old.current_price, old.daily_change) is distinct from (new.current_price, new.daily_change))
  execute function keep_priced_at();
create trigger trade_alerts_updated_at before update on trade_alerts for each row
  when ((old.instrument_id is not distinct from new.instrument_id or old.ticker is distinct from new.ticker)
    and old.settled_at is not distinct from new.settled_at)
  execute function set_updated_at();
${contentTrigger("trade_alerts")}
${countTriggers("trade_alerts", "status")}
`,
  },
};
