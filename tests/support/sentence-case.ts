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
  /^(Premium|Private|Basic|Admin|PayPal|YouTube|Facebook|WebP|CSV|JSON|API|TP|BUY|SELL|RSS|X|Openbell|Tidewater|OpenAPI|Postman|Bearer|DOW|ETFs.*|VBTC.*|Iron|Stars|Funds|Tenet|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Tester|GET|POST|PUT|DELETE|UTC|[0-9A-F]{10}|ACME|Ada|Grace|Test)\W*$/;

const MONTHS = (["long", "short"] as const).flatMap((length) =>
  Array.from({ length: 12 }, (_, month) => new Date(2026, month).toLocaleString("en", { month: length })),
);

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

/** The titles and buttons of a page that are not in sentence case. */
export const oddlyCased = (html: string): string[] => [
  ...new Set(titlesIn(html).filter((title) => capitals(title).length > 0)),
];
