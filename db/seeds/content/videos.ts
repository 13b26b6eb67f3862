/** A video of the demo. The ids are made up: the page shows its poster and its words, nothing needs to play. */
export type DemoVideo = {
  title: string;
  caption: string | null;
  youtubeLink: string;
  status: "published" | "draft";
  isFree: boolean;
  hoursAgo: number;
};

type Row = [
  id: string,
  hoursAgo: number,
  access: "free" | "members" | "draft",
  title: string,
  caption: string | null,
];

const ROWS: readonly Row[] = [
  [
    "OBdemo52wkR",
    3.2,
    "free",
    "How to read a 52-week range",
    "What the highs and lows hide, in six minutes.",
  ],
  [
    "OBdemoSizeV",
    28,
    "members",
    "Sizing a position when volatility doubles",
    "A worksheet and three worked cases.",
  ],
  [
    "OBdemoOpenA",
    54,
    "free",
    "What the opening auction decides",
    "The ten minutes that set the day’s first price.",
  ],
  [
    "OBdemoBuyZn",
    103,
    "members",
    "How we set a buy zone",
    "From the business to the price in four steps, with the two places where we usually go wrong.",
  ],
  ["OBdemoBondQ", 151, "free", "A bond in one drawing", "Price, yield and time on a single sheet of paper."],
  [
    "OBdemoFabTr",
    199,
    "members",
    "Inside the order book of a toolmaker",
    "Maren Holt goes through eight quarters of bookings line by line.",
  ],
  [
    "OBdemoStopL",
    246,
    "members",
    "Where a stop belongs",
    "Four charts, each with a good place and a comfortable one. They are never the same.",
  ],
  [
    "OBdemoFees1",
    318,
    "free",
    "What a one per cent fee costs in thirty years",
    "More than most people guess. Bring a pencil.",
  ],
  [
    "OBdemoGridC",
    387,
    "members",
    "Who gets paid when the grid is full",
    "Transformers, cables and the companies between them, with Lena Okonjo.",
  ],
  [
    "OBdemoCoinK",
    441,
    "free",
    "Keys, wallets and what can be lost",
    "An introduction to keeping digital coins for people who lose umbrellas.",
  ],
  [
    "OBdemoEarnS",
    502,
    "members",
    "Reading results in twenty minutes",
    "The order in which we open the tables, and why the first page comes last.",
  ],
  [
    "OBdemoIndxA",
    580,
    "free",
    "What is in an index, and who decides",
    "Rules, committees, and the price of joining.",
  ],
  [
    "OBdemoUran2",
    663,
    "members",
    "Contract or spot: two prices of uranium",
    "Tomás Achterberg explains why the slower one matters more.",
  ],
  [
    "OBdemoPortM",
    748,
    "members",
    "The model portfolio, position by position",
    "What we hold, what it was bought for, and what would make us sell.",
  ],
  ["OBdemoInflA", 836, "free", "Inflation, the slow tax", "A basket, a decade and a supermarket till."],
  [
    "OBdemoOptnB",
    931,
    "members",
    "Options as insurance",
    "One put, one year, one portfolio. What the premium bought in good years and in bad.",
  ],
  ["OBdemoTermS", 1042, "members", "Steep, flat, inverted: the curve since 1960", null],
  [
    "OBdemoAsk10",
    1210,
    "free",
    "Ten questions readers asked",
    "From “is cash a position?” to “when do you admit it?”",
  ],
  [
    "OBdemoDrftX",
    17,
    "draft",
    "Three ways a dividend can lie",
    "Second cut. The middle section needs the new chart.",
  ],
  ["OBdemoDrftY", 62, "draft", "The quarter ahead", "Recording on hold until the calendar is final."],
];

/** Every video of the demo. */
export const VIDEOS: readonly DemoVideo[] = ROWS.map(([id, hoursAgo, access, title, caption]) => ({
  title,
  caption,
  youtubeLink: `https://www.youtube.com/watch?v=${id}`,
  status: access === "draft" ? "draft" : "published",
  isFree: access === "free",
  hoursAgo,
}));
