import type { PickCategory } from "../../entities/stock-pick";

/** A pick of the demo. Prices are sample figures in the currency of the listing; amounts are exact decimals. */
export type Pick = {
  category: PickCategory;
  ticker: string;
  name: string;
  marketCap: string;
  currentPrice: string;
  /** per cent of the model portfolio of its category */
  sharePortfolio: string;
  currentYearTarget: string;
  target2028: string;
  week52High: string;
  week52Low: string;
  /** how far the price is under the high, in per cent: negative */
  margin52WeekHigh: string;
  /** how far it is above the low, in per cent */
  changeMargin52WeekLow: string;
  /** of the prices: ISO 4217, or GBX for pence */
  currency: string;
};

/** Where it is not the dollar. */
const CURRENCIES: Record<string, string> = { RHM: "EUR", "BA.": "GBX", "SAAB-B": "SEK", HAG: "EUR" };

type Row = [
  ticker: string,
  name: string,
  /** in thousand millions */
  marketCap: number,
  price: number,
  share: number,
  target: number,
  target2028: number,
  low: number,
  high: number,
];

const ROWS: Record<PickCategory, readonly Row[]> = {
  "Global Stars": [
    ["NVDA", "Nvidia", 4210, 172.4, 12, 205, 290, 98.62, 184.2],
    ["ASML", "ASML Holding", 402.6, 1024.8, 10, 1180, 1560, 652.15, 1110.4],
    ["MSFT", "Microsoft", 3810, 512.3, 10, 575, 720, 398.7, 541.9],
    ["TSM", "Taiwan Semiconductor", 1240, 239.15, 9.5, 275, 360, 139.4, 244.8],
    ["NVO", "Novo Nordisk", 287.4, 64.82, 8, 88, 120, 58.11, 101.36],
    ["LLY", "Eli Lilly", 701.8, 782.4, 8, 905, 1240, 652.3, 918.05],
    ["MELI", "MercadoLibre", 121.9, 2404.1, 7.5, 2750, 3900, 1705.2, 2612.75],
    ["GOOGL", "Alphabet", 2460, 203.6, 7.5, 228, 300, 148.22, 214.1],
    ["V", "Visa", 672.3, 352.75, 6.5, 382, 465, 280.15, 366.4],
    ["COST", "Costco", 428.9, 966.2, 6, 940, 1150, 871.6, 1067.7],
  ],
  Tenet: [
    ["LIN", "Linde", 221.4, 471.2, 12, 510, 640, 416.3, 486.8],
    ["SPGI", "S&P Global", 168.1, 548.2, 11, 575, 735, 452.6, 561.4],
    ["WM", "Waste Management", 93.6, 232.4, 10.5, 248, 310, 197.8, 239.9],
    ["UNP", "Union Pacific", 137.2, 229.6, 10, 258, 325, 204.7, 256.8],
    ["ROP", "Roper Technologies", 60.3, 561.9, 9.5, 625, 815, 501.2, 595.1],
    ["MCO", "Moody's", 89.4, 497.3, 9, 530, 690, 385.4, 531.9],
    ["DE", "Deere", 138.9, 512.75, 9, 560, 745, 391.2, 533.8],
    ["CPRT", "Copart", 46.2, 47.85, 8.5, 58, 80, 45.02, 64.38],
    ["ADP", "Automatic Data Processing", 124.8, 306.5, 8, 325, 400, 271.3, 329.9],
    ["ODFL", "Old Dominion Freight Line", 34.1, 161.4, 7.5, 190, 265, 144.6, 233.3],
  ],
  "Iron dome": [
    ["RHM", "Rheinmetall", 81.2, 1762.5, 13, 2050, 2900, 548.4, 1944],
    ["LMT", "Lockheed Martin", 109.8, 468.9, 12, 520, 640, 418.9, 618.9],
    ["RTX", "RTX", 195.6, 146.2, 11.5, 160, 205, 112.3, 152.7],
    ["BA.", "BAE Systems", 73.4, 1846, 11, 2100, 2700, 1126.5, 2071],
    ["NOC", "Northrop Grumman", 74.9, 521.3, 10, 575, 730, 426.2, 555.6],
    ["GD", "General Dynamics", 79.1, 294.8, 9.5, 320, 405, 239.2, 316.9],
    ["SAAB-B", "Saab", 28.7, 524.3, 9, 590, 840, 212.1, 561.6],
    ["LHX", "L3Harris Technologies", 50.6, 270.1, 9, 298, 385, 193.1, 280.5],
    ["HAG", "Hensoldt", 11.9, 98.45, 7.5, 112, 165, 29.9, 117.7],
    ["KTOS", "Kratos Defense", 8.7, 55.9, 6, 64, 110, 20.4, 61.8],
  ],
  "VBTC-500": [
    ["MSTR", "Strategy", 112.4, 402.3, 15, 480, 760, 118.4, 543],
    ["COIN", "Coinbase", 81.3, 318.4, 14, 370, 560, 142.6, 444.6],
    ["HOOD", "Robinhood Markets", 92.8, 104.6, 12, 118, 175, 17.9, 117.7],
    ["CME", "CME Group", 99.6, 276.4, 12, 292, 350, 192.8, 290.8],
    ["XYZ", "Block", 44.2, 71.9, 10, 92, 140, 44.3, 99.3],
    ["GLXY", "Galaxy Digital", 10.4, 27.1, 9, 36, 62, 8.2, 33.2],
    ["MARA", "MARA Holdings", 6.6, 18.62, 8, 24, 39, 9.8, 30.3],
    ["RIOT", "Riot Platforms", 5.2, 14.2, 7, 18, 31, 6.2, 15.9],
    ["CLSK", "CleanSpark", 3.5, 12.35, 6.5, 16, 28, 6.5, 17.9],
    ["CORZ", "Core Scientific", 4.3, 14.05, 6.5, 18.5, 30, 6.2, 18.6],
  ],
  Moonshots: [
    ["RKLB", "Rocket Lab", 23.4, 47.9, 14, 58, 110, 5.1, 53.4],
    ["ASTS", "AST SpaceMobile", 17.1, 49.3, 12, 62, 125, 17.5, 60.9],
    ["OKLO", "Oklo", 10.8, 73.2, 11, 86, 160, 5.6, 85.4],
    ["IONQ", "IonQ", 12.6, 42.4, 11, 52, 98, 6.5, 54.7],
    ["CRSP", "CRISPR Therapeutics", 5.3, 58.7, 10, 76, 140, 30, 71.1],
    ["JOBY", "Joby Aviation", 14.9, 17.6, 9, 20, 38, 4.7, 20.9],
    ["RXRX", "Recursion Pharmaceuticals", 2.5, 5.72, 9, 8, 19, 3.8, 12.4],
    ["LUNR", "Intuitive Machines", 1.9, 10.85, 8, 15, 34, 4.6, 24.9],
    ["QS", "QuantumScape", 6.1, 10.9, 8, 9.5, 24, 3.4, 15],
    ["BEAM", "Beam Therapeutics", 2, 19.75, 8, 28, 60, 13.5, 35.3],
  ],
  "ETFs-Index Funds": [
    ["VOO", "Vanguard S&P 500", 712, 627.4, 25, 665, 820, 442.8, 631.2],
    ["QQQ", "Invesco QQQ", 372, 559.8, 15, 600, 775, 402.4, 565.3],
    ["VEA", "Vanguard Developed Markets", 168, 58.1, 12, 63, 78, 46.1, 59.4],
    ["VWO", "Vanguard Emerging Markets", 94, 50.7, 9, 55, 71, 39.5, 51.9],
    ["SCHD", "Schwab US Dividend Equity", 71, 27.2, 9, 29, 35, 23.9, 29.7],
    ["IWM", "iShares Russell 2000", 66, 223.9, 8, 245, 315, 171.7, 244.9],
    ["SMH", "VanEck Semiconductor", 27, 287.6, 7, 318, 440, 170.1, 294.2],
    ["GLD", "SPDR Gold Shares", 103, 309.4, 6, 325, 385, 221.4, 317.6],
    ["XLE", "Energy Select Sector SPDR", 27.5, 86.8, 5, 96, 118, 74.5, 97.9],
    ["BND", "Vanguard Total Bond Market", 131, 73.3, 4, 75, 78, 70.9, 75.6],
  ],
};

function pick(
  category: PickCategory,
  [ticker, name, cap, price, share, target, later, low, high]: Row,
): Pick {
  return {
    category,
    ticker,
    name,
    marketCap: String(Math.round(cap * 1e9)),
    currentPrice: price.toFixed(2),
    sharePortfolio: share.toFixed(2),
    currentYearTarget: target.toFixed(2),
    target2028: later.toFixed(2),
    week52High: high.toFixed(2),
    week52Low: low.toFixed(2),
    margin52WeekHigh: ((price / high - 1) * 100).toFixed(2),
    changeMargin52WeekLow: ((price / low - 1) * 100).toFixed(2),
    currency: CURRENCIES[ticker] ?? "USD",
  };
}

/** How old the n-th is: one category was published at a time, the latest a few hours ago. */
export const pickHoursAgo = (index: number): number => 5 + Math.floor(index / 10) * 260 + (index % 10) * 0.05;

/**
 * What some closed at before the day they were published, and so many days later: a target that has been reached was reached from
 * further than a few cents away.
 */
export const PICK_CLOSES: Readonly<Record<string, readonly (readonly [daysLater: number, price: string])[]>> =
  {
    ADP: [
      [0, "303.90"],
      [5, "326.40"],
    ],
  };

/** Sixty picks, ten in each category; what a category does not hold in shares it holds in cash. Newest first. */
export const STOCK_PICKS: readonly Pick[] = (Object.keys(ROWS) as PickCategory[]).flatMap((category) =>
  ROWS[category].map((row) => pick(category, row)),
);
