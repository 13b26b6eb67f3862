/** The markets that the site itself names: its strip shows them, whether or not somebody wrote a quote. */
const TOP_MARKETS = `
insert into instruments (symbol, name, kind) values
  ('DJI', 'Dow Jones', 'index'), ('SPX', 'S&P 500', 'index'), ('IXIC', 'Nasdaq', 'index'), ('UKX', 'FTSE 100', 'index'),
  ('BTC', 'Bitcoin', 'crypto')`;

/** The idea of each list of picks. Ids and times are constant, as in the demo; the first list is the newest. */
const PICK_LISTS = `
insert into pick_lists (id, created_at, updated_at, category, thesis)
select md5('list of picks ' || category)::uuid, made_at, made_at, category, thesis
  from (values
    (1, 'VBTC-500', 'Companies that own or mine bitcoin, for people who want the exposure without the coin.'),
    (2, 'Tenet', 'Dull businesses with long rows of rising dividends, bought when they yield more than usual.'),
    (3, 'Iron dome', 'Defence and security suppliers with order books that reach years ahead.'),
    (4, 'Global Stars', 'Leaders outside doubt, held for years. We add when the price forgets the last good decade.'),
    (5, 'Moonshots', 'Small companies, one idea each. Most will fail; the list lives from the few that do not.'),
    (6, 'ETFs-Index Funds', 'The cheap way to own everything else.')
  ) as lists (place, category, thesis)
 cross join lateral (select timestamptz '2026-11-23 00:00:00Z' - place * interval '1 second' as made_at) as times`;

/** One empty row per section: two who save a section at once wait for its row. */
const SETTINGS = `
insert into site_settings (id, created_at, updated_at, section, chosen)
select md5('settings of ' || section)::uuid, made_at, made_at, section, '{}'
  from unnest(array['site', 'seller', 'links', 'reading', 'prices',
                    'about', 'contact', 'privacy', 'terms', 'disclaimer']) as section
 cross join (select timestamptz '2026-11-24 00:00:00Z' as made_at) as times`;

/** The first reader of the track record computes all of it. */
const TRACK_RECORD = "insert into track_record_marks (from_day) values ('-infinity')";

export const ROWS = [TOP_MARKETS, PICK_LISTS, SETTINGS, TRACK_RECORD];
