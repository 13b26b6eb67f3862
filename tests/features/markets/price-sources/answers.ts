/** Responses in the providers' formats, with invented figures. */

/** Alpha Vantage, `function=TIME_SERIES_DAILY&datatype=csv`: newest first. */
export const ALPHA_VANTAGE = `timestamp,open,high,low,close,volume\r
2026-01-08,224.1000,226.4000,222.9000,225.5000,3812345\r
2026-01-07,221.0000,224.9500,220.5000,224.0000,4011222\r
2026-01-06,219.5000,221.7000,218.2500,220.7500,3655001\r
`;

/** Alpha Vantage over the limit, with a wrong key, and for an unknown symbol: all with status 200. */
export const ALPHA_VANTAGE_LIMIT = (key: string) =>
  JSON.stringify({
    Information: `We have detected your API key as ${key} and our standard API rate limit is 25 requests per day.`,
  });
export const ALPHA_VANTAGE_NOTE = JSON.stringify({
  Note: "Thank you for using Alpha Vantage! Our standard API call frequency is 5 calls per minute.",
});
export const ALPHA_VANTAGE_ERROR = JSON.stringify({
  "Error Message": "Invalid API call. Please retry or visit the documentation for TIME_SERIES_DAILY.",
});

const bar = (t: number, c: number, more: object = {}) => ({
  v: 70_790_813.0,
  vw: c,
  o: c,
  c,
  h: c + 1.25,
  l: c - 0.75,
  t,
  n: 645_365,
  ...more,
});

/** Midnight in New York of 6 and 7 January 2026. */
export const BARS = [bar(1_767_675_600_000, 130.15), bar(1_767_762_000_000, 130.73)];

/** Polygon, `/v2/aggs/ticker/{symbol}/range/1/day/{from}/{to}?adjusted=false`. */
export const polygon = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    ticker: "NVDA",
    queryCount: 2,
    resultsCount: 2,
    adjusted: false,
    results: BARS,
    status: "OK",
    request_id: "6a7e466379af0a71039d60cc78e72282",
    count: 2,
    ...changes,
  });

export const POLYGON_ERROR = (key: string) =>
  JSON.stringify({ status: "ERROR", request_id: "31d59dda", error: `Unknown API Key ${key}` });

export const GENERIC = "date,close\n2026-01-06,100\n2026-01-07,102.5\n2026-01-08,101.25\n";
