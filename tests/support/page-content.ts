import type { TestApp } from "./test-app";

/** In every locked column of the rows below, with another word each; no other text looks like this. */
export const LOCKED_WORDS = {
  analysis: "zanzibarine",
  alertTicker: "QXLOCK",
  alertName: "Quillfeather",
  alertAnalysis: "umbrageous",
  pickTicker: "PXLOCK",
  pickName: "Parsimonia",
  videoId: "LoCkEdViDeO",
} as const;

const COLUMN_SQL = {
  image: "(array(select id from images order by id))[1 + n % 3]",
  at: "now() - n * interval '1 hour'",
};

/** Sentences with the typical length of an article. */
const prose = (word: string, times: number) =>
  `repeat('The ${word} note says what moved before the bell, and why nobody had expected it. ', ${times}) || n`;

/**
 * Fills readers' pages: `each` rows of every kind, newest first by number, with pictures without files. Two of
 * the videos' links are the locked one.
 */
export async function insertPageContent(sql: TestApp["sql"], each: number): Promise<void> {
  const numbers = `generate_series(1, ${each}) as n`;
  const { image, at } = COLUMN_SQL;
  const { analysis, alertTicker, alertName, alertAnalysis, pickTicker, pickName, videoId } = LOCKED_WORDS;
  const statements = [
    `insert into images (width, height, byte_size, widths) select 1200, 800, 1000, '{320,640,1280}' from generate_series(1, 3)`,
    `insert into news (title, content, category, author, image_id, created_at)
       select 'Report number ' || n || ' on rates and copper', ${prose("morning", 30)},
              (array['Trending', 'Tech', 'Stock', 'Cryptocurrency', 'Energy', 'Politics'])[1 + n % 6],
              'Ada Writer', ${image}, ${at} from ${numbers}`,
    `insert into daily_briefs (company_name, ticker, analysis, buy_zone_min, buy_zone_max, author, created_at)
       select 'Company ' || n, 'CO' || n, ${prose(analysis, 12)}, 10, 12, 'Ben Writer', ${at} from ${numbers}`,
    `insert into stock_picks (ticker, name, category, current_price, current_year_target, target_2028,
                              week_52_high, week_52_low, created_at)
       select '${pickTicker}' || n, '${pickName} ' || n,
              (array['VBTC-500', 'Tenet', 'Iron dome', 'Global Stars', 'Moonshots', 'ETFs-Index Funds'])[1 + n % 6],
              10 + n, 12 + n, 20 + n, 15 + n, 5 + n, ${at} from ${numbers}`,
    `insert into trade_alerts (ticker, name, tag, target_price, analysis, created_at)
       select '${alertTicker}' || n, '${alertName} ' || n, 'buy', 10 + n, ${prose(alertAnalysis, 6)}, ${at} from ${numbers}`,
    `insert into videos (title, caption, youtube_link, is_free, created_at)
       select 'Lesson ' || n || ' on spreads', 'What the spread says.',
              'https://youtu.be/${videoId}', false, ${at} from ${numbers}`,
    `insert into quotes (category, name, last, change_percent, volume, created_at)
       select (array['Indices', 'Stocks', 'Commodities', 'Bonds'])[1 + n % 4], 'Quote ' || n, 100 + n, 0.5, 1000 * n, ${at}
         from ${numbers}`,
    `insert into quotes (category, name, last, high, low, change_percent, volume)
       select 'Indices', name, 1000, 1010, 990, 0.5, 1000000
         from unnest(array['Dow Jones', 'S&P 500', 'Nasdaq', 'FTSE 100', 'Bitcoin']) as name`,
    `insert into movers (name, last, change_percent, volume, mover_type)
       select 'Mover ' || n, 10 + n, 1, 1000, (array['gainers', 'losers', 'mostactive'])[1 + n % 3] from ${numbers}`,
    `insert into ads (name, category, status, position, image_id)
       select 'https://advertiser.example/' || n, (array['square', 'rectangle'])[1 + n % 2], 'published', 1 + (n / 2) % 10, ${image}
         from generate_series(1, 20) as n`,
    `insert into banners (title, url, image_id) select 'Banner', 'https://example.com/', (array(select id from images order by id))[1]`,
    `insert into packages (name, tier, price, expires_in, benefits) values ('Premium', 'Premium', 29, 30, '{Briefs,Alerts}')`,
  ];
  for (const statement of statements) await sql(statement);
}
