import { withFailingWrites } from "tests/support/database-failures";
import { applyPaste, applyTicked, comparePaste, counterFor, hiddenIn, pageOf } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { recordStatements } from "tests/support/record-statements";
import { app, database } from "tests/support/running-app";
import { followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();
beforeEach(() => database.empty("quotes", "movers", "paste_columns", "changes"));
afterEach(() => database.rows("delete from daily_prices"));

const PATH = "/admin/market/paste";

const compare = (text: string, more: Record<string, string> = {}, path = PATH) =>
  comparePaste(path, text, more);
const paste = (text: string, more: Record<string, string> = {}, path = PATH) => applyPaste(path, text, more);
const pasteTicked = (text: string, more: Record<string, string> = {}, path = PATH) =>
  applyTicked(path, text, more);

const quotes = () =>
  database.rows<Record<string, string | null>>(
    "select name, category, last, high, low, change_percent, volume, version from quotes order by name",
  );

const quote = (values: Record<string, unknown>) =>
  insertRecord(database, "quotes", { high: null, low: null, change_percent: "0", volume: "0", ...values });

describe("pasting quotes", () => {
  it("is logged as an import with old and new values", async () => {
    await quote({ name: "Nvidia", category: "Stocks", last: "169.62" });
    expect((await paste("Name\tLast\nNvidia\t172.40\nAdded\t5")).status).toBe(303);
    expect(
      await database.rows(
        "select record_title, action, origin, differences from changes order by record_title",
      ),
    ).toEqual([
      { record_title: "Added", action: "added", origin: "import", differences: null },
      {
        ...{ record_title: "Nvidia", action: "edited", origin: "import" },
        differences: {
          last: { from: expect.stringMatching(/^169\.62/), to: expect.stringMatching(/^172\.4/) },
          changePercent: { from: "0", to: "1.64" },
        },
      },
    ]);
  });

  it("compares added, changed, unchanged and rejected rows before it saves", async () => {
    await quote({ name: "Nvidia", category: "Stocks", last: "169.62", volume: "121800000" });
    await quote({ name: "US 10-year", category: "Bonds", last: "4.28" });
    await quote({ name: "Gold", category: "Commodities", last: "3305.10", low: "3290.20" });
    const page = await compare(
      [
        "Name\tLast\tHigh\tChg %\tVol",
        "nvidia\t172.40\t173.55\t+1.64%\t184.2M",
        "Rheinmetall\t1,842.50\t1861\t0.74%\t312K",
        "US 10-year\t4.280\t\t0\t",
        "Gold\t3,312.40\t3,200.00\t−0.22%\t148K",
        "Broadcom\t284,60\t285.90\t1.12%\t21.4M",
      ].join("\n"),
    );
    expect(counterFor(page)).toEqual({ all: 5, changed: 1, added: 1, unchanged: 1, refused: 2 });
    expect(page).toMatch(/is-changed">172.40<s><span class="sr">instead of <\/span>169.62<\/s>/);
    expect(page).toMatch(/is-changed">184200000<s>.*?121800000<\/s>/);
    expect(page).toMatch(/is-added">1842.50</);
    expect(page).toContain("High must not be below Low");
    expect(page).toContain("Comma may be a decimal sign: write 284.60 or 28460");
    expect(page).toContain("Apply 2 rows");
    expect((await quotes()).map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it("saves fifty quotes together, with change log and daily prices", async () => {
    const names = Array.from({ length: 50 }, (_, nth) => `Quote ${nth}`);
    for (const name of names) await quote({ name, symbol: name.replace("Quote ", "Q"), last: "10" });
    const text = ["Symbol;Price", ...names.map((_, nth) => `q${nth};${nth + 11},5`)].join("\r\n");
    const answer = await pasteTicked(text);
    expect(await followRedirect(answer)).toContain("0 quotes added, 50 changed");
    const saved = await database.rows<{ last: string }>("select last from quotes order by last::numeric");
    expect(saved.map(({ last }) => last)).toEqual(names.map((_, nth) => `${nth + 11}.5`));
    expect(await database.rows("select 1 from changes where action = 'edited'")).toHaveLength(50);
    expect(await database.rows("select 1 from daily_prices where source = 'quote'")).toHaveLength(50);
  });

  it("reads decimal commas if the figures show them, and explains it before", async () => {
    await paste("Name;Last;High\nA;1.234,50;1.240\nB;−2,5;0,001");
    expect((await quotes()).map(({ last, high }) => [last, high])).toEqual([
      ["1234.50", "1240"],
      ["-2.5", "0.001"],
    ]);
    await pasteTicked("Name\tLast\nA\t118,420", { sign: "comma" });
    expect((await quotes())[0]?.last).toBe("118.420");
    const unsaid = "Name\tLast\nA\t118,420";
    expect(await pageOf(await paste(unsaid))).toContain("write 118.420 or 118420");
    await pasteTicked(unsaid, { sign: "point" });
    expect((await quotes())[0]?.last).toBe("118420");
  });

  it("saves the daily price once for two quotes of one instrument", async () => {
    const page = await followRedirect(await paste("Name,Symbol,Last\nOne,TWIN,10\nOther,TWIN,11", {}));
    expect(page).not.toContain("2 quotes added");
    const separate = await followRedirect(await paste("Name,Last\nOne,10\nOther,11"));
    expect(separate).toContain("2 quotes added, 0 changed");
    await database.rows("update quotes set symbol = 'TWIN'");
    await paste("Name,Last\nOne,12\nOther,13");
    expect(await database.rows("select close from daily_prices where close in (12, 13)")).toHaveLength(1);
  });

  it("shows an error of the whole paste and keeps the text", async () => {
    const tooMany = `Name,Last\n${"A,1\n".repeat(5001)}`;
    for (const [text, problem] of [
      ["", "Paste rows from a spreadsheet, or choose a file"],
      ["Name\tLast", "There are no rows"],
      [
        "Nvidia\t172.40\nGold\t12",
        "The first line must contain the column names, including Symbol or Name or ID",
      ],
      ["Last\tVolume\n1\t2", "There is no column for the record: name one Symbol or Name or ID"],
      ['Name,Last\n"A,1', "a quotation mark is not closed"],
      ["Name\tLast\nA\0\t1", "This is not text"],
      [tooMany, "At most 5,000 rows can be pasted at once"],
      [`${"a,".repeat(50)}\n1`, "At most 40 columns can be pasted at once"],
    ] as const) {
      const answer = await post(PATH, { text, intent: "apply" });
      const page = await pageOf(answer);
      expect([problem, answer.status, page.includes(problem)]).toEqual([problem, 422, true]);
      if (text.length < 100 && !text.includes("\0")) expect(page).toContain(`${text}</textarea>`);
    }
    expect(await quotes()).toEqual([]);
  });

  it("shows the error of each row", async () => {
    await quote({ name: "Twice", last: "1" });
    await quote({ name: "Twice", last: "2" });
    const page = await compare(
      [
        "ID,Name,Last,Volume",
        ",Double,1,",
        ",double,2,",
        ",Twice,3,",
        "0f0e0d0c-0b0a-4908-8706-050403020100,Gone,1,",
        "no-id,Gone,1,",
        ",,5,",
        ",Long,1,2,3",
        ",Signed,(1),",
        `,${"x".repeat(301)},1,`,
        ",Text,=1+1,",
        ",Below,1,-5",
      ].join("\n"),
    );
    for (const problem of [
      "Line 3 refers to the same record",
      "Line 2 refers to the same record",
      "2 records have this name: add an ID column",
      "No record has this ID",
      "This row does not identify a record",
      "This row has more cells than the header row",
      "Use a minus sign instead of parentheses",
      "Name may have at most 300 characters",
      "This is not a number",
      "Volume must not be below 0",
    ])
      expect(page).toContain(problem);
    expect(counterFor(page)).toMatchObject({ all: 11, refused: 11 });
  });

  it("escapes hostile text", async () => {
    const page = await compare("Name,Last\n<script>alert(1)</script>,<img src=x onerror=alert(1)>");
    expect(counterFor(page)).toMatchObject({ refused: 1 });
    const raw = await (await post(PATH, { text: "Name,Last\n<b>x</b>,1", intent: "compare" })).text();
    expect(raw).not.toContain("<b>x</b>");
    expect(raw).toContain("&lt;b&gt;x&lt;/b&gt;");
  });

  it("reads a file in any encoding and shows its text", async () => {
    const text = "Name;Last\nÅ;1,5\n";
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16]) {
      const body = new FormData();
      body.set("file", new File([new Uint8Array(bytes)], "quotes.csv"));
      body.set("text", "Name,Last\nPasted,1");
      const page = await pageOf(await sendForm(body));
      expect([page.includes(">Å</textarea>") || page.includes("Å;1,5"), page.includes("Pasted")]).toEqual([
        true,
        false,
      ]);
    }
    const latin = new FormData();
    latin.set("file", new File([new Uint8Array([0x4e, 0xe5, 0x0a])], "quotes.csv"));
    expect(await pageOf(await sendForm(latin))).toContain("The file is not UTF-8 text");
    const large = new FormData();
    large.set("file", new File([new Uint8Array(2 * 1024 * 1024 + 1)], "quotes.csv"));
    expect(await pageOf(await sendForm(large))).toContain("The file is larger than 2 MB");
  });

  it("applies nothing if one quote changed since, and shows the current values", async () => {
    const id = await quote({ name: "Held", last: "1" });
    await quote({ name: "Other", last: "1" });
    const text = "Name,Last\nHeld,2\nOther,1.2\nNew,2";
    const compared = hiddenIn(await compare(text), "shown");
    await database.rows("update quotes set last = 1.9, version = version + 1 where id = ?", [id]);
    const answer = await post(PATH, { text, intent: "apply", shown: compared });
    const page = await pageOf(answer);
    expect(answer.status).toBe(409);
    expect(page).toContain("Nothing was saved: somebody else changed 1 of these records");
    expect(page).toMatch(/is-changed">2<s>.*?1\.9<\/s>/);
    expect((await quotes()).map(({ last }) => last)).toEqual(["1.9", "1"]);
    await post(PATH, { text, intent: "apply", shown: hiddenIn(page, "shown") });
    expect((await quotes()).map(({ last }) => last)).toEqual(["2", "2", "1.2"]);
  });

  it("applies nothing if the rows differ from the compared rows", async () => {
    const compared = hiddenIn(await compare("Name,Last\nA,1"), "shown");
    const answer = await post(PATH, { text: "Name,Last\nA,2", intent: "apply", shown: compared });
    expect(await pageOf(answer)).toContain("the rows changed after the comparison");
    expect([answer.status, await quotes()]).toEqual([409, []]);
  });

  it("applies nothing if one row cannot be written, and keeps the text", async () => {
    const text = "Name,Last\nA,1\nB,2";
    const compared = hiddenIn(await compare(text), "shown");
    await withFailingWrites(app, "insert", "quotes", async () => {
      const answer = await post(PATH, { text, intent: "apply", shown: compared });
      const page = await pageOf(answer);
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(page).toContain("Failed to save market");
      expect(page).toContain("A,1\nB,2</textarea>");
    });
    expect(await quotes()).toEqual([]);
    expect(await database.rows("select 1 from changes")).toEqual([]);
  });

  it("saves the 4,999 valid rows of 5,000 and leaves the invalid one in the text", async () => {
    const lines = Array.from({ length: 5000 }, (_, nth) => `Quote ${nth},${nth === 77 ? "none" : nth + 1}`);
    const text = ["Name,Last", ...lines].join("\n");
    const page = await compare(text);
    expect(counterFor(page)).toEqual({ all: 5000, changed: 0, added: 4999, unchanged: 0, refused: 1 });
    expect(page).toContain("Rows 1 to 200 of 5,000");
    const later = await compare(text, { intent: "added:200" });
    expect(later).toContain("Rows 201 to 400 of 4,999");
    const answer = await post(PATH, { text, intent: "apply", shown: hiddenIn(page, "shown") });
    const left = await pageOf(answer);
    expect(left).toContain("4,999 quotes added, 0 changed. Refused rows are still here.");
    expect(left).toContain("Name,Last\nQuote 77,none</textarea>");
    expect(await database.rows("select 1 from quotes")).toHaveLength(4999);
    const again = text.replaceAll(/,(\d+)$/gm, ",$1.5").replace("none", "78.5");
    // A change of a quote from 1 to 1.5 needs confirmation.
    expect(await followRedirect(await pasteTicked(again))).toContain("1 quotes added, 4,999 changed");
  });

  it("needs as many reads for fifty rows as for five hundred", async () => {
    const reads = async (count: number) => {
      const text = `Name,Last\n${Array.from({ length: count }, (_, nth) => `Q${nth},1`).join("\n")}`;
      return (await recordStatements(() => compare(text))).length;
    };
    expect(await reads(500)).toBe(await reads(50));
  });
});

const sendForm = async (body: FormData) =>
  app.request(PATH, { method: "POST", cookies: await app.cookiesOf("admin"), body });

describe("the columns of a paste", () => {
  const TEXT = "Papier,Kurs\nSiemens,200";

  it("can be chosen, and are remembered for the person", async () => {
    const first = await post(PATH, { text: TEXT, intent: "compare" });
    expect(first.status).toBe(422);
    const columns = { header: "Papier,Kurs", "column-0": "name", "column-1": "last" };
    expect(counterFor(await compare(TEXT, columns))).toMatchObject({ added: 1, refused: 0 });
    const answer = await paste(TEXT);
    expect(await followRedirect(answer)).toContain("1 quotes added");
    const other = await app.request(PATH, {
      method: "POST",
      cookies: await app.cookiesOf("superadmin"),
      body: { text: TEXT, intent: "compare" },
    });
    expect(other.status).toBe(422);
  });

  it("are ignored if unknown, or if the person chooses so", async () => {
    const page = await compare("Name,Last,Analyst\nA,1,Ada");
    expect(page).toContain("2 of 3 columns are read");
    await quote({ name: "A", last: "1", volume: "7" });
    const without = { header: "Name,Volume", "column-0": "name", "column-1": "" };
    expect(counterFor(await compare("Name,Volume\nA,9", without))).toMatchObject({ unchanged: 1 });
  });
});

it("find movers by the list in a row or in the form", async () => {
  await insertRecord(database, "movers", {
    name: "Nvidia",
    mover_type: "gainers",
    last: "1",
    change_percent: "1",
  });
  const path = "/admin/market-movers/paste";
  await paste("Name\tLast\tChange\tVol\nNvidia\t2\t3%\t1.5B", { assumed: "mostactive" }, path);
  await pasteTicked("Name\tLast\tChange\tList\nNvidia\t5\t4%\tGainers", {}, path);
  expect(await database.rows("select mover_type, last, volume from movers order by last::numeric")).toEqual([
    { mover_type: "mostactive", last: "2", volume: "1500000000" },
    { mover_type: "gainers", last: "5", volume: expect.any(String) },
  ]);
});

it("open and change calls of pasted picks", async () => {
  const path = "/admin/stock-picks/paste";
  await paste("Ticker;Name;Category;Price;Market cap\nOTHR;Other;Tenet;12,5;1,2B", {}, path);
  await paste("Ticker;Price\nothr;13,5", {}, path);
  expect(
    await database.rows("select ticker, category, current_price, market_cap, author from stock_picks"),
  ).toEqual([
    {
      ticker: "OTHR",
      category: "Tenet",
      current_price: "13.5",
      market_cap: "1200000000",
      author: expect.any(String),
    },
  ]);
  expect(await database.rows("select 1 from calls where kind = 'pick'")).toHaveLength(1);
});

it("are reached from the list, which the paste links back to", async () => {
  expect(await html("/admin/market")).toContain('href="/admin/market/paste"');
  expect(await html(PATH)).toContain('href="/admin/market"');
  expect(await html("/admin/news")).not.toContain("/admin/news/paste");
});
