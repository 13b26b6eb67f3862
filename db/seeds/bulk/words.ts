import { DAILY_BRIEFS, NEWS, TRADE_ALERTS } from "../../demo/editorial";
import { QUOTES, STOCK_PICKS } from "../../demo/markets";
import { MEMBERS, STAFF } from "../../demo/membership";

const unique = (words: readonly string[]): string[] => [...new Set(words)];

/** The paragraphs above the first heading. Below it are lists, tables and charts. */
const paragraphs = (text: string): string[] =>
  text
    .replace(/\n\n## .*/s, "")
    .split("\n\n")
    .filter((paragraph) => !paragraph.startsWith("[Desk"));

/** The words of bulk rows come from the demo, so that searches find rows and lists look realistic. */
export const WORDS = {
  firstnames: unique([
    ...MEMBERS.map(({ firstname }) => firstname),
    "Adaeze",
    "Björn",
    "Chiara",
    "Demir",
    "Esme",
    "Fionn",
    "Gudrun",
    "Hana",
    "Ismael",
    "Jolanta",
    "Kofi",
    "Liv",
    "Mateus",
    "Nadia",
    "Orla",
    "Piotr",
    "Renske",
    "Sunniva",
    "Thiago",
    "Zsófia",
  ]),
  lastnames: unique([
    ...MEMBERS.map(({ lastname }) => lastname),
    "Abbasi",
    "Bianchi",
    "Correia",
    "Dvořák",
    "Ekström",
    "Fontaine",
    "Grieve",
    "Holm",
    "Ivanova",
    "Jansen",
    "Kowalska",
    "Laurent",
    "Mbeki",
    "Novak",
    "O'Hare",
    "Petersen",
    "Quist",
    "Rahman",
  ]),
  authors: unique([...NEWS.flatMap(({ author }) => author ?? []), ...STAFF.map(({ fullname }) => fullname)]),
  companies: unique([
    ...STOCK_PICKS.map(({ name }) => name),
    ...TRADE_ALERTS.map(({ name }) => name),
    ...QUOTES.filter(({ category }) => category === "Stocks").map(({ name }) => name),
  ]),
  headlines: [
    "raises its outlook for the year",
    "orders more than it can store",
    "signs a contract for ten years",
    "moves its listing, not its headquarters",
    "finds a buyer for the slower half",
    "pays suppliers a week earlier",
    "opens a second line ahead of plan",
    "holds its margin in a weak quarter",
    "counts fewer customers and larger bills",
    "keeps the dividend and drops the buyback",
    "names a finance director from outside",
    "publishes the figure it used to leave out",
    "waits for a permit in its seventh year",
    "sells power it had meant to use",
    "borrows for longer than it needs",
    "cuts prices before a rival does",
  ],
  lessons: ["Reading", "Pricing", "Sizing", "Timing", "Checking", "Comparing", "Explaining", "Doubting"],
  articleParagraphs: NEWS.filter(({ status }) => status === "published").flatMap(({ content }) =>
    paragraphs(content),
  ),
  briefParagraphs: DAILY_BRIEFS.flatMap(({ analysis }) => paragraphs(analysis)),
  alertParagraphs: TRADE_ALERTS.flatMap(({ analysis }) => paragraphs(analysis)),
  mailSubjects: [
    "Receipt for your Premium membership",
    "Your Premium membership ends in 7 days",
    "Welcome to Openbell",
    "Verify your email for Openbell",
    "Set a new password for Openbell",
  ],
  /** In the order of the subjects. */
  mailTemplates: ["receipt", "expiry", "welcome", "verification", "reset"],
  browsers: [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  ],
  quoteNames: unique(QUOTES.map(({ name }) => name)),
} as const;

export type WordList = keyof typeof WORDS;
