import { insertRecord } from "tests/support/record-factories";
import { allRoutes } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, expect, it } from "vitest";
import { MATRIX } from "../security/matrix";
import { matrixPath } from "../security/matrix-records";

/** As the contract writes them; everything else is in sentence case. */
const CONTRACT = [
  "Daily Brief",
  "Stock Picks",
  "Trade Alerts",
  "Trade Alert",
  "All Videos",
  "Manage Users",
  "Market Movers",
  "Subscribe to Premium",
  "Upgrade to Premium",
  "Get Started",
  "Sign In",
  "Signing In...",
  "Sign Out",
  "Manage Account",
  "Refer a Friend",
  "My Watchlist",
  "Help Center",
  "Admin Portal",
  "Admin Dashboard",
  "Create Free Account",
  "Member Sign In",
  "Forgot Password",
  "Set your Password",
  "Go to Login",
  "Add New User",
  "Add Admin",
  "Change Password",
  "Contact Support",
  "Privacy Policy",
  "Disclaimer Note",
  "Current Year TP",
  "Read More →",
  "Trade Ideas",
  "About Us",
  "News not found",
  "Premium Content - This",
  "TOP MARKETS",
  "HELPFUL LINKS",
  // The names of records that the tests write, and of the instrument that is always there.
  "An alert (ALRT)",
  "A call",
  "S&amp;P 500 (SPX)",
  "S&amp;P",
].toSorted((one, other) => other.length - one.length);
/** Names, and words that are always written so. */
const NAMES =
  /^(Premium|Private|Basic|Admin|PayPal|YouTube|Facebook|WebP|CSV|JSON|API|TP|BUY|SELL|RSS|X|Openbell|OpenAPI|Postman|Bearer|DOW|ETFs.*|VBTC.*|Iron|Stars|Funds|Tenet|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Tester|GET|POST|PUT|DELETE|UTC|[0-9A-F]{10}|ACME|Ada|Grace|Test)\W*$/;

const MONTHS = (["long", "short"] as const).flatMap((length) =>
  Array.from({ length: 12 }, (_, month) => new Date(2026, month).toLocaleString("en", { month: length })),
);

const cookies = new Map<string, string>();
setUpApp();

beforeAll(async () => {
  for (const person of ["visitor", "premium", "superadmin"] as const)
    cookies.set(person, await app.cookiesOf(person));
});

/** What names a page or a part of it, and what is pressed. */
const TITLES =
  /<(h1|h2|h3|legend|button|title)\b[^>]*>(.*?)<\/\1>|<a [^>]*class="btn[^"]*"[^>]*>(.*?)<\/a>|<span class="label"[^>]*>(.*?)<\/span>/gs;

function titlesIn(html: string): string[] {
  const found = html.replaceAll("<!-- -->", "").matchAll(TITLES);
  return [...found]
    .flatMap(([, , one = "", two = "", three = ""]) => (one + two + three).split(/<[^>]*>|[|:]/))
    .map((text) => text.replaceAll("&#x27;", "’").trim())
    .filter(Boolean);
}

/** Words after the first that begin with a capital although nothing asks for it. */
function capitals(title: string): string[] {
  const rest = [...CONTRACT, ...MONTHS].reduce((text, known) => text.replaceAll(known, "known"), title);
  const words = rest.split(/\s+/).slice(1);
  return words.filter((word) => /^[“(]?[A-Z]/.test(word) && !NAMES.test(word.replace(/^[“(]/, "")));
}

it.each(
  allRoutes()
    .filter(({ page }) => page)
    .map(({ pattern }) => pattern),
)("%s writes its titles and buttons in sentence case", async (pattern) => {
  const { table: of } = MATRIX[pattern] ?? {};
  const id = of ? await insertRecord(database, of) : "none";
  for (const [person, signedIn] of cookies) {
    const response = await app.request(matrixPath(pattern, id), { cookies: signedIn });
    if (response.status >= 300 && response.status < 400) continue;
    const wrong = titlesIn(await response.text()).filter((title) => capitals(title).length > 0);
    expect([...new Set(wrong)], person).toEqual([]);
  }
});
