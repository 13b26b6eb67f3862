/**
 * An instrument's price on a page. `at`: a time (ISO 8601), or a day (yyyy-mm-dd) if that is all the page shows.
 * Entry and closing prices of calls are not prices of a day and not included.
 */
export type PriceClaim = { of: string; at: string; price: string };

const PRICE = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const textOf = (html: string) => html.replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");
const dayOf = (words: string) => new Date(`${words} UTC`).toISOString().slice(0, 10);
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([found]) => found);

/** The first price in some markup, and the time next to it. */
function claimIn(of: string, html: string): PriceClaim[] {
  const [, at] = /<time dateTime="([^"]*)"/.exec(html) ?? [];
  const [, price] = new RegExp(PRICE).exec(textOf(html)) ?? [];
  return at && price ? [{ of, at, price }] : [];
}

/** The price below the head of a company's page or an alert's. */
function headClaim(of: string, html: string): PriceClaim[] {
  const [head] = all(html, /<p class="(?:company|alert)-price">.*?<\/p>/gs);
  if (!head) return [];
  const [, day] = /(?:at the close of|on) (\d+ \w+ \d{4})/.exec(textOf(head)) ?? [];
  const [, price] = new RegExp(PRICE).exec(textOf(head)) ?? [];
  return day && price ? [{ of, at: dayOf(day), price }] : claimIn(of, head);
}

/** The figure tables below charts: prices by day, without a call's entry and closing price. */
function tableClaims(of: string, html: string): PriceClaim[] {
  const rows = all(html, /<tr>.*?<\/tr>/gs).map(textOf);
  const row = new RegExp(`^ ?(\\d+ \\w+ \\d{4}) ${PRICE}%?[p¢]? ?(.*?) ?$`);
  return rows.flatMap((text) => {
    const [, day, price, what = ""] = row.exec(text) ?? [];
    return day && price && !/Made at|Settled|Ended|Withdrawn/.test(what)
      ? [{ of, at: dayOf(day), price }]
      : [];
  });
}

/** The prices in the description of a chart of a year. */
function sentenceClaims(of: string, html: string): PriceClaim[] {
  const pattern = new RegExp(
    `daily close, (\\d+ \\w+ \\d{4}) to (\\d+ \\w+ \\d{4}): from ${PRICE}.*? to ${PRICE}.*?, low ${PRICE}.*? on (\\d+ \\w+ \\d{4}), high ${PRICE}.*? on (\\d+ \\w+ \\d{4})`,
    "g",
  );
  return [...html.matchAll(pattern)].flatMap(([, from, to, first, last, low, lowOn, high, highOn]) =>
    [
      [from, first],
      [to, last],
      [lowOn, low],
      [highOn, high],
    ].map(([day = "", price = ""]) => ({ of, at: dayOf(day), price })),
  );
}

/** "28.64 at the close" next to a record published on a day. */
function closeClaims(of: string, html: string): PriceClaim[] {
  return all(html, /<li>.*?<\/li>/gs).flatMap((item) => {
    const [, at = ""] = /<time dateTime="([^"]*)"/.exec(item) ?? [];
    const pattern = new RegExp(`${PRICE}%?[p¢]? at the close( of (\\d+ \\w+))?`);
    const [, price, , other] = pattern.exec(textOf(item)) ?? [];
    const day = other ? dayOf(`${other} ${at.slice(0, 4)}`) : at.slice(0, 10);
    return price ? [{ of, at: day, price }] : [];
  });
}

/** The prices in rows, cards and results, by the company that they link to. */
function listClaims(html: string): PriceClaim[] {
  const parts = [
    ...all(html, /<tr\b.*?<\/tr>/gs),
    ...all(html, /<article\b.*?<\/article>/gs),
    ...all(html, /<h3><a href="\/stock\/[^"]*">.*?<\/li>/gs),
  ];
  return parts.flatMap((part) => {
    const [, symbol] = /href="\/stock\/([^"]+)"/.exec(part) ?? [];
    const figures =
      /<strong[^>]*>(?:<!-- -->|[\d.,%])+.*|<td[^>]*class="[^"]*price.*|<p class="text-sm">.*|<p><span class="num">.*/s.exec(
        part,
      );
    return symbol && figures ? claimIn(decodeURIComponent(symbol), figures[0]) : [];
  });
}

/** A chart with description and table: of the linked company, else of the page's. */
function exhibitClaims(of: string, exhibit: string): PriceClaim[] {
  const [, other] = /href="\/stock\/([^"?]+)"/.exec(exhibit) ?? [];
  const named = other === undefined ? of : decodeURIComponent(other);
  return [...tableClaims(named, exhibit), ...sentenceClaims(named, exhibit)];
}

/** All prices on a readers' page. @param of the page's company, if it has one */
export function priceClaims(html: string, of?: string): PriceClaim[] {
  const main = html.split("<main")[1] ?? "";
  if (!of) return listClaims(main);
  const [own = ""] = main.split(/<h2[^>]*>More on /);
  return [
    ...headClaim(of, own),
    ...all(own, /<figure\b.*?<\/figure>/gs).flatMap((exhibit) => exhibitClaims(of, exhibit)),
    ...closeClaims(of, own),
  ];
}
