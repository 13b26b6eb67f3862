import { describe, expect, it } from "vitest";
import { readPriceCsv } from "~/features/markets/instruments/price-csv.server";
import { MAX_PRICES } from "~/features/markets/instruments/price-lines.rules";

const CONTEXT = { today: "2026-07-16", symbol: "NVDA", currency: "USD" };

const read = (text: string, currency: string | null = "USD") => readPriceCsv(text, { ...CONTEXT, currency });

describe("a file of prices", () => {
  it("is read by column names, with columns and days in any order", () => {
    const text =
      "\uFEFFDate,Open,HIGH,Low,Close,Volume\r\n2026-07-15,9,12.5,9,11,100\n\n2026-07-14,1,,,10.25,\n";
    expect(read(text)).toEqual({
      prices: [
        { day: "2026-07-15", close: "11", high: "12.5", low: "9", volume: "100" },
        { day: "2026-07-14", close: "10.25", high: null, low: null, volume: null },
      ],
      currency: undefined,
      problems: [],
      leftOut: [],
    });
  });

  it.each([";", "\t"])("may be separated by %j", (sign) => {
    const text = [`day${sign}close`, `2026-07-15${sign}"11"`].join("\n");
    expect(read(text)).toMatchObject({ prices: [{ day: "2026-07-15", close: "11" }], problems: [] });
  });

  it.each([
    ["day;close\n2026-07-15;11,50\n", "11.50"],
    ["day;close;high\n2026-07-15;11,50;\n", "11.50"],
    ["day\tclose\n2026-07-15\t1,234.50\n", "1234.50"],
    ["day;close\n2026-07-14;11,50\n2026-07-15;1.234,50\n", "1234.50"],
    ["day;close\n2026-07-14;11,50\n2026-07-15;1,234\n", "1.234"],
    ['day,close\n2026-07-14,11.50\n2026-07-15,"1,234"\n', "1234"],
    ["sep=;\nday;close\n2026-07-15;11,50\n", "11.50"],
    ["day,close\n2026-07-15,1.29E-05\n", "0.0000129"],
  ])("gets its decimal sign from its figures: %j", (text, close) => {
    const { prices, problems } = read(text);
    expect([problems, prices.at(-1)?.close]).toEqual([[], close]);
  });

  it.each([
    ["day;close\n2026-07-15;1,234\n", "Line 2: close “1,234” could be 1.234 or 1234"],
    ["day;close\n2026-07-14;1.5\n2026-07-15;2,5\n", "Line 3: close “2,5” could be 2.5 or 25"],
  ])("is refused if a figure is ambiguous: %j", (text, problem) => {
    expect(read(text)).toMatchObject({ problems: [problem] });
  });

  it("leaves out and reports a line without a price", () => {
    expect(
      read("day,close,high,volume\n2026-07-14,10,,\n2026-07-15,NaN,nan,0\n2026-07-13,null,,\n"),
    ).toMatchObject({
      prices: [{ day: "2026-07-14" }],
      problems: [],
      leftOut: ["Line 3: 2026-07-15 has no price", "Line 4: 2026-07-13 has no price"],
    });
  });

  it("may name its instrument on each line, and reports a trailing line of text", () => {
    const text = "Ticker,Date,Close\nNVDA.US,2026-07-14,11\nNVDA.US,2026-07-15,\nDownloaded from a site\n";
    expect(read(text)).toMatchObject({
      prices: [{ close: "11" }],
      problems: ["Line 4: “” is not a day such as 2026-07-16"],
    });
  });

  it("may end its lines with separators", () => {
    expect(read("day,close\n2026-07-15,11,\n2026-07-14,10,,\n")).toMatchObject({
      prices: [{ close: "11" }, { close: "10" }],
      problems: [],
    });
  });

  it.each([
    ['day,close,volume\n2026-07-15,"118,420","1,234,567"\n', "118420"],
    ["day;close;volume\n2026-07-15;1.234;1.234.567\n", "1234"],
    ["day;close\n2026-07-14;1,29E-05\n2026-07-15;1,234\n", "1.234"],
    ['day,close\n2026-07-14,"1,00,305.10"\n2026-07-15,"98,420"\n', "98420"],
  ])("gets its decimal sign from any of its figures: %j", (text, close) => {
    const { prices, problems } = read(text);
    expect([problems, prices.at(-1)?.close]).toEqual([[], close]);
  });

  it.each([
    "--",
    "#N/A N/A",
    "#N/A Requesting Data...",
    "N/D",
    "n.a.",
    "<NA>",
    ".",
  ])("has no price for the placeholder %j", (nothing) => {
    expect(read(`day,close\n2026-07-14,${nothing}\n2026-07-15,11\n`)).toMatchObject({
      prices: [{ day: "2026-07-15" }],
      leftOut: ["Line 2: 2026-07-14 has no price"],
    });
  });

  it("may have a second line for a dividend, as Yahoo's files do", () => {
    const text = "Date\tOpen\tClose\nJul 15, 2026\t10\t11\nJul 15, 2026\t0.26 Dividend\n";
    expect(read(text)).toMatchObject({
      prices: [{ close: "11" }],
      problems: [],
      leftOut: ["Line 3: 2026-07-15 has no price on this line"],
    });
  });

  it.each([
    ["Date,Price,Vol.,Change %\n07/15/2026,11,21.40M,0.35%\n", "11", "21400000"],
    ["Date,Close/Last,Volume\n07/15/2026,11,5\n", "11", "5"],
    ["<DATE>,<CLOSE>,<VOL>\n20260715,11,5\n", "11", "5"],
    [
      "sep=;\nDate;Closing price;Average price;Total volume;Turnover\n2026-07-15;11,50;1;5;99\n",
      "11.50",
      "5",
    ],
    ["Date,Price,Close,Adj Close\n2026-07-15,9,11,8\n", "11", null],
    ["Date,Close*,Adj Close**\n2026-07-15,11,8\n", "11", null],
  ])("accepts other programs' column names: %j", (text, close, volume) => {
    expect(read(text)).toMatchObject({ prices: [{ day: "2026-07-15", close, volume }], problems: [] });
  });

  it("is refused if a column occurs twice, and names the header's line", () => {
    expect(read("sep=;\nDate;Last;Settle\n2026-07-15;11;12\n").problems).toEqual([
      "Line 2: the column close appears twice, as Last and Settle: rename one of them",
    ]);
  });

  it.each([
    ["a formula", '=HYPERLINK("https://x.demo.test")'],
    ["a NUL", "1\u00001"],
    ["a figure of another script", "١١"],
    ["an infinite one", "Infinity"],
  ])("is refused if a close is %s", (_, close) => {
    const cell = `"${close.replaceAll('"', '""')}"`;
    expect(read(`day,close\n2026-07-15,${cell}`).problems).toEqual([
      expect.stringMatching(/^Line 2: close “.*” is not a plain number/),
    ]);
  });

  it("quotes only the beginning of a huge cell in its errors", () => {
    const text = "9".repeat(1_000_000);
    expect(read(`day,close\n${text},11\n2026-07-15,${text}`).problems).toEqual([
      `Line 2: “${"9".repeat(40)}…” is not a day such as 2026-07-16`,
      `Line 3: close “${"9".repeat(40)}…” is not below 1,000,000,000,000,000`,
    ]);
  });

  it("provides the currency if the instrument has none yet", () => {
    expect(read("day,close,currency\n2026-07-15,11,gbp\n", null)).toMatchObject({
      currency: "GBP",
      problems: [],
    });
    expect(read("day,close,currency\n2026-07-15,11,GBP\n2026-07-14,11,USD", null).problems).toEqual([
      "Line 3: currency is USD, but NVDA is priced in GBP",
    ]);
  });

  it.each([
    ["", "There are no prices"],
    ["day,close\n", "There are no prices"],
    ["2026-07-15,11\n2026-07-14,11\n", "Line 1: the names of the columns must hold day and close"],
    ["day,close,Close\n2026-07-15,11,11\n", "Line 1: the column close appears twice"],
    ['day,close\n2026-07-15,"11\n', "a quotation mark is not closed"],
    [
      "Ticker,Date,Close\nNVDA,2026-07-14,11\nAAPL,2026-07-15,12\n",
      "Line 3: there are prices of “NVDA” and of “AAPL”",
    ],
    [`day,close\n${"2026-07-15,11\n".repeat(MAX_PRICES + 1)}`, "At most 5000 days can be imported at once"],
  ])("is refused as a whole: %j", (text, problem) => {
    const { prices, problems } = read(text);
    expect(prices).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ["day,close\n2026-07-14,999.5\n2026-07-15,1,234.50\n", ["Line 3: there are more cells than columns"]],
    ["day,close,high\n2026-07-15,1,234.50\n", ["Line 2: close and high look like one figure with a comma"]],
    [
      "day,close,high,low\n2026-07-14,1,234.50,\n2026-07-15,99,400,\n2026-07-13,9,9,9\n",
      ["Line 2: close and high look like one figure", "Line 3: close and high look like one figure"],
    ],
  ])("is refused with each line that has an unquoted comma within a figure: %j", (text, problems) => {
    expect(read(text).problems).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  });

  it("is read unchanged if a close and the high after it may be two figures", () => {
    const lines = [
      "2026-07-15,150,200.50",
      "2026-07-14,1.00,234.50",
      '2026-07-13,"1","3"',
      "2026-07-12,1,23.50",
    ];
    expect(read(`day,close,high\n${lines.join("\n")}\n`).problems).toEqual([]);
  });

  it("is refused with an error for each wrong line", () => {
    const lines = [
      ["2026-07-14,10,,,,", ""],
      ["2026-07-14,11,,,,", "2026-07-14 appears twice, first on line 2"],
      ["2026-07-17,11,,,,", "2026-07-17 is in the future"],
      ["2026-02-30,11,,,,", "“2026-02-30” is not a day such as 2026-07-16"],
      ["15.07.2026,11,,,,", ""],
      [
        "07/08/2026,11,,,,",
        "“07/08/2026” is not a day such as 2026-07-16: it is unclear whether the day or the month comes first",
      ],
      ["0026-07-15,11,,,,", "“0026-07-15” is not a day such as 2026-07-16"],
      ["2026-07-01,-3,,,,", "close “-3” is not a price above 0"],
      ["2026-07-02,0.00,,,,", "close “0.00” is not a price above 0"],
      ["2026-07-03,1e15,,,,", "close “1e15” is not below 1,000,000,000,000,000"],
      ["2026-07-04,1e-25,,,,", "close “1e-25” has more than 24 decimals"],
      ["2026-07-05,,11,,,", "there is no close"],
      ["2026-07-06,11,-1,,,", "high “-1” is not a price above 0"],
      ["2026-07-07,11,,x,,", "low “x” is not a plain number such as 1234.50"],
      ["2026-06-07,$11.50,,,,", "close “$11.50” is not a plain number such as 1234.50"],
      ["2026-06-08,(11.50),,,,", "close “(11.50)” has parentheses; write a minus instead"],
      ["2026-07-08,11,,,-5,", "volume “-5” is not a number of 0 or more"],
      ["2026-06-09,11,,,lots,", "volume “lots” is not a plain number such as 1234.50"],
      ["2026-07-09,11,9,10,,", "high 9 is below low 10"],
      ["2026-07-10,11,10,9,,", "close 11 is above high 10"],
      ["2026-07-11,8,10,9,,", "close 8 is below low 9"],
      ["2026-07-12,11,,,,GBP", "currency is GBP, but NVDA is priced in USD"],
      ["2026-07-16,1\u00001\uD800,,,,", "close “1\uFFFD1\uFFFD” is not a plain number such as 1234.50"],
      ["2026-07-13,11,,,,£", "currency “£” is not three capital letters such as USD or GBX"],
      ["2026-06-10,11,,,,USd", "currency “USd” is not three capital letters such as USD or GBX"],
    ];
    const text = ["day,close,high,low,volume,currency", ...lines.map(([line]) => line)].join("\n");
    const expected = lines.flatMap(([, problem], nth) => (problem ? [`Line ${nth + 2}: ${problem}`] : []));
    expect(read(text).problems).toEqual(expected);
  });
});
