import type { AdArt } from "../art/ad-pictures";

/** Advertisers are invented; their links lead to example.com. */
const ADVERTISERS = {
  "harrow-pike": {
    name: "Harrow & Pike",
    lines: ["Share dealing, one flat fee.", "Capital at risk."],
    action: "See the fees",
    picture: { motif: "stairs", tone: "indigo", count: 5, level: 0.8 },
    layout: "picture-first",
    scheme: "teal",
    paper: "light",
  },
  "tidewater-notes": {
    name: "Tidewater Notes",
    lines: ["A weekly letter on rates,", "for people who own bonds"],
    picture: { motif: "tanker", tone: "night", count: 3, level: 0.3 },
    layout: "words-first",
    scheme: "slate",
    paper: "dark",
  },
  ledgerline: {
    name: "Ledgerline",
    lines: ["Tax reports for every", "broker you use"],
    action: "Try one year",
    picture: { motif: "ledger", tone: "indigo", count: 4, level: 0.3 },
    layout: "picture-first",
    scheme: "ochre",
    paper: "light",
  },
  "northlight-pensions": {
    name: "Northlight Pensions",
    lines: ["Bring your old pots", "together in one place"],
    picture: { motif: "coins", tone: "indigo", count: 6, level: 0.8 },
    layout: "words-first",
    scheme: "forest",
    paper: "soft",
  },
  fathom: {
    name: "Fathom",
    lines: ["Screen 40,000 shares", "by what they earn"],
    action: "Open the screener",
    picture: { motif: "ruler", tone: "dawn", level: 0.55 },
    layout: "picture-first",
    scheme: "slate",
    paper: "dark",
  },
  "kestrel-data": {
    name: "Kestrel Data",
    lines: ["Daily prices since 1994,", "in one tidy file"],
    action: "Get a sample",
    picture: { motif: "candles", tone: "night", count: 12, level: 0.72 },
    layout: "picture-first",
    scheme: "rust",
    paper: "light",
  },
  "lantern-savings": {
    name: "Lantern Savings",
    lines: ["Term accounts that say", "their rate first"],
    picture: { motif: "arcs", tone: "lilac", count: 4 },
    layout: "words-first",
    scheme: "ochre",
    paper: "light",
  },
  orrery: {
    name: "Orrery",
    lines: ["Portfolio software", "for one careful person"],
    action: "Take the tour",
    picture: { motif: "globe", tone: "indigo", level: 0.45 },
    layout: "picture-first",
    scheme: "wine",
    paper: "soft",
  },
  "saltmarsh-funds": {
    name: "Saltmarsh Funds",
    lines: ["Small companies, held long.", "Capital at risk."],
    picture: { motif: "fields", tone: "paper", level: 0.35 },
    layout: "words-first",
    scheme: "rust",
    paper: "dark",
  },
  copperbeech: {
    name: "Copperbeech",
    lines: ["Wills and trusts, settled", "by people you can call"],
    picture: { motif: "scales", tone: "lilac", level: 0.5 },
    layout: "picture-first",
    scheme: "forest",
    paper: "light",
  },
  "the-quire": {
    name: "The Quire",
    lines: ["A bookshop for people", "who read the footnotes"],
    action: "Browse the shelves",
    picture: { motif: "gazette", tone: "indigo", level: 0.6 },
    layout: "words-first",
    scheme: "wine",
    paper: "light",
  },
  boxwell: {
    name: "Boxwell",
    lines: ["Freight rates on 84 routes,", "every morning by six"],
    action: "Read today's",
    picture: { motif: "boxes", tone: "dawn", count: 8 },
    layout: "picture-first",
    scheme: "teal",
    paper: "dark",
  },
} as const satisfies Record<string, AdArt>;

type Advertiser = keyof typeof ADVERTISERS;

export type AdContent = {
  /** the click-through link, which is also the ad's name */
  name: string;
  /** what is lettered on its picture, for who does not see it */
  altText: string;
  category: "square" | "rectangle";
  position: number;
  status: "published" | "draft";
  art: AdArt;
  daysAgo: number;
};

const SQUARES: readonly Advertiser[] = [
  "tidewater-notes",
  "ledgerline",
  "fathom",
  "lantern-savings",
  "harrow-pike",
  "saltmarsh-funds",
  "orrery",
  "northlight-pensions",
  "kestrel-data",
  "copperbeech",
];

const RECTANGLES: readonly Advertiser[] = [
  "harrow-pike",
  "northlight-pensions",
  "boxwell",
  "kestrel-data",
  "the-quire",
  "ledgerline",
  "lantern-savings",
  "fathom",
  "saltmarsh-funds",
  "orrery",
];

type Slot = Omit<AdContent, "name" | "art" | "altText">;

/** Both shapes of an advertiser lead to one place, so that a page shows the two only where nobody else has booked. */
function booking(advertiser: Advertiser, slot: Slot, campaign = ""): AdContent {
  const art = ADVERTISERS[advertiser];
  return { name: `https://example.com/${advertiser}${campaign}`, altText: wordsOn(art), art, ...slot };
}

/** Whose it is, and what it says in its two lines; a phrase ends with a full stop where the picture has none. */
const wordsOn = ({ name, lines }: AdArt) => `${name}: ${lines.join(" ").replace(/\.?$/, ".")}`;

/** Both shapes for all ten slots, a second booking for the two busiest, and drafts waiting for their start. */
export const ADS: readonly AdContent[] = [
  ...SQUARES.map((advertiser, i) =>
    booking(advertiser, {
      category: "square",
      position: i + 1,
      status: "published",
      daysAgo: 54 - i * 4,
    }),
  ),
  ...RECTANGLES.map((advertiser, i) =>
    booking(advertiser, {
      category: "rectangle",
      position: i + 1,
      status: "published",
      daysAgo: 52 - i * 4,
    }),
  ),
  booking("boxwell", { category: "square", position: 1, status: "published", daysAgo: 9 }),
  booking("tidewater-notes", { category: "rectangle", position: 2, status: "published", daysAgo: 8 }),
  booking("the-quire", { category: "square", position: 2, status: "draft", daysAgo: 5 }),
  booking("copperbeech", { category: "rectangle", position: 1, status: "draft", daysAgo: 4 }),
  booking("orrery", { category: "square", position: 6, status: "draft", daysAgo: 3 }, "/spring"),
  booking(
    "saltmarsh-funds",
    {
      category: "rectangle",
      position: 9,
      status: "draft",
      daysAgo: 1,
    },
    "/annual-report",
  ),
];
