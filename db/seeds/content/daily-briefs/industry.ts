import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Brief } from "./brief";

export const INDUSTRY_BRIEFS: readonly Brief[] = [
  {
    companyName: "Cameco",
    ticker: "CCJ",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 128,
    buyZone: ["82.00", "90.00"],
    closes: [
      [0, "96.18"],
      [7, "85.40"],
    ],
    analysis: prose`
A share that gains an eighth in a week, as this one did, has usually been told something. What it was told is that a utility in the Carolinas
signed for eleven years, at a price with a floor of 74 dollars a pound and a ceiling that was not disclosed.

The miner sells almost everything on contracts that run for years. About 28 million pounds a year are committed through 2029 at prices which
follow the market with a delay. So the rise of the last three years is only now reaching the accounts. We expect the average received to go
from 61 to 72 dollars by 2028 even if the spot price stays where it is.

Half of a reactor builder came with the acquisition of two years ago. It had been bought for fuel services and turns out to be worth more for
its designs: each new unit of the large type brings around 600 million dollars of engineering over a decade. Twenty are planned, four are
certain.

McArthur River is the risk. Freezing the ground took longer than foreseen, and the year’s target was lowered by three million pounds.
Buying those on the market would cost about 35 cents a share.

At 96.18 after such a rise we do not chase. Momentum in this metal comes and goes with a dozen buyers. The zone is where the share stood before
the announcement, and experience says that it will be there again.`,
  },
  {
    companyName: "Deere",
    ticker: "DE",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 322,
    buyZone: ["462.00", "488.00"],
    closes: [
      [0, "512.75"],
      [30, "506.40"],
    ],
    analysis: prose`
Tractors are bought with last year’s harvest, and the last two were poor in price if not in weight. Sales of large machines in North America
will fall by a fifth this year. The company says so, dealers say so, and the share stands above 500 all the same. Why?

Because the bottom has been prepared for. Dealers’ stocks of used combines are down 31% from their peak, the fastest clearance on record, and
the factory built fewer machines than were sold for five quarters. In 2016 it did the opposite and needed three years to recover.

There is also a second business, growing inside the first. About 490,000 machines report what they do from every field. On a subscription they
spray only the weeds, which saves a farmer nine dollars an acre in chemicals and costs him four. Such income makes up 6% of the total
today and is to be a tenth by 2030; its margin is near 60%.

Tariffs cost 600 million dollars a year, mostly for steel. A part will be passed on when demand returns. We count none of it.

Earnings at the low point should be 18.60 dollars a share, twice those of the last trough. At 512.75 that is 27 times the worst year, or 17 times
a middling one. We buy cyclicals on the middling figure, inside the zone, in two steps six months apart.`,
  },
  {
    companyName: "Linde",
    ticker: "LIN",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 272,
    buyZone: ["445.00", "462.00"],
    closes: [[0, "471.20"]],
    analysis: prose`
Air is free. Taking it apart, and delivering the piece a customer needs at the moment it is needed, is one of the best businesses we know. The
plant stands beside the steelworks, the contract runs for fifteen years, and the customer pays whether or not it takes the gas.

Volumes have stood still for six quarters while profit grew by eight per cent a year. The difference is price, plus the patience to close what
does not earn its keep. Return on capital is 26%, against 12 when the two predecessors merged.

Electronics is the new customer. A chip factory uses nitrogen by the square kilometre, so to speak; each of the lines in Arizona and Dresden
needs a plant of about 600 million dollars, and three have been awarded. The backlog of such projects is 7.1 billion, all with a contract behind
it.

The hopes for hydrogen have been trimmed to their right size. Two projects in Texas with a firm buyer remain, four without one were dropped.
Shareholders should be glad of a company that can drop things.

At 471.20 it costs 28 times earnings, like most things one would want to own for twenty years. The zone is 5% lower and has been reached in
three of the last four years, generally on a day when chemicals companies complained. Slower price rises, under 2%, would tell us that the
discipline of the trade has ended.`,
  },
  {
    companyName: "Sea Limited",
    ticker: "SE",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 512,
    buyZone: ["138.00", "150.00"],
    closes: [[0, "158.30"]],
    analysis: prose`
Three businesses live under one roof in Singapore, and for years the game studio paid for the shop and the bank. Since last winter all three
earn money, which makes the company harder to describe and easier to value.

The shop leads in every country of South-East Asia but one. Commission has gone from 10 to 12.6% of the value of goods in two years, and
merchants have stayed, because the rival who was cheaper raised his own. Delivery is now mostly its own affair: 60% of parcels travel in
its own network at 22% less per piece.

Its bank lends small sums to those who shop. The book is 6.9 billion dollars, 1.3% of it is more than ninety days late, and the average loan
runs four months, so that a mistake is found quickly. We prefer short books for that reason and apply a multiple of twelve.

The game is eight years old and has more players than in 2021. We know of no explanation that survives a second look and therefore value it
as though it would fade by a tenth a year.

Put together we arrive at 185 dollars, against a price of 158.30. A discount of 14% is less than we ask from an emerging market, hence the zone.
Free delivery wars have broken out in Indonesia twice since 2019; a third would move the whole estimate down by about twenty dollars.`,
  },
  {
    companyName: "Waste Management",
    ticker: "WM",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 716,
    buyZone: ["214.00", "224.00"],
    closes: [[0, "232.40"]],
    analysis: prose`
In the year in which the company was founded there were eighteen thousand landfills in America. There are 2,600 now, hardly any have opened in
this century, and 262 of them belong to the same owner. We could end here.

The price for burying a tonne has risen by 5.4% a year since 2015, three points more than other prices. Customers grumble and then work out
what it would cost to drive the lorry to the next hole.

Two additions deserve attention. Gas from old landfills, once flared, is cleaned and sold as fuel: twenty plants are finished, another nine will
follow, and with them about 500 million dollars of operating profit by 2028, depending on the value of the credits. We take half. The other
addition is medical waste, bought last year for 7.2 billion. It was a neglected firm with good contracts, and routes are being merged at a rate
of forty a month.

Recycling lost money again as the price of cardboard fell. Contracts have been rewritten so that towns bear most of it, and the effect is down to
nine cents a share.

At 232.40 we pay 29 times for a company that grows by nine to ten per cent and does not depend on anything. There are worse things to overpay
for, but the zone returns with every rise in long rates. Borrowing above 3.4 times operating profit would worry us; after the purchase it is 3.2.`,
  },
  {
    companyName: "Schneider Electric",
    ticker: "SU",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 980,
    buyZone: ["222.00", "234.00"],
    closes: [[0, "243.10"]],
    analysis: prose`
Between the high-voltage line and the socket there are some thirty boxes that break, measure or convert a current, and this company makes
twenty-six of them. Demand for data halls has raised it into the company of the fashionable. Two fifths of orders still come from hospitals,
housing and water works, and we like it for those.

Sales grew 8.3% without currency, orders 11, in a half-year in which construction in Europe shrank. Halls explain about five points of it.
Should those pause, the rest would still grow by three or four, which no competitor can say.

Software is the quiet asset. The British design house, bought out fully two years ago, earns 35% and is sold by subscription for the first time;
that depresses revenue now and steadies it later. Analysts compare the falling top line with its rivals and mark it down, a mistake we are happy
to see repeated.

Cash is the weak spot. Stocks were built up against tariffs, and 2.1 billion euros are tied up in transformers at various stages of completion.
Management promises relief within the year.

The price of 243.10 euros amounts to 25 times earnings. It has been as low as 19 and as high as 31 since 2020. Our zone reaches 23. The appointment
of a finance director from outside, expected shortly, would be the best news in a while.`,
  },
  {
    companyName: "Caterpillar",
    ticker: "CAT",
    author: AUTHORS.achterberg,
    status: "draft",
    hoursAgo: 63,
    buyZone: ["392.00", "410.00"],
    closes: [[0, "401.20"]],
    analysis: prose`
The yellow machines get the photographs, but the engines get the orders. Generators of two to four megawatts, the kind that stand behind a data
hall for the eight hours a year in which the grid fails, are sold out for thirty months. Capacity is to double by 2029.

Construction is slower. Dealers in North America reduced stocks by 500 million dollars in the quarter and sell 3% less to builders, 6% more to
the people who build roads. Mining holds, with trucks of an average age of eleven years, the highest in two decades.

Prices were cut for the first time since 2020, by a little under one per cent, to match a Japanese rival with a weak currency on its side. We
think the yen will do more about that than either company.

Taken at the peak the share has always looked cheap, and it does so at 401.20 with eighteen times. Our zone uses an average over ten years of
margins, which gives 21.

[Desk: add the dealer survey, due tomorrow.]`,
  },
  {
    companyName: "Rolls-Royce",
    ticker: "RR.",
    author: AUTHORS.sandoval,
    status: "draft",
    hoursAgo: 87,
    buyZone: ["930.00", "990.00"],
    closes: [[0, "1062.00"]],
    analysis: prose`
An aero engine is sold at a loss, more or less, and paid for by the hour afterwards. For three years the hours have been coming back and the
contracts have been made dearer, which explains a share that has risen twelvefold and that we missed.

Hours flown are 9% above the level before the pandemic. Time on the wing is the next step: changes to the turbine blades of the largest engine
should double the interval between visits to the workshop, and each avoided visit leaves about 4 million pounds with the company.

Small reactors are the dream in the price. One government has chosen the design, a second is close, and not a pound of it will arrive before 2031.
We allow 60 pence for it.

At 1,062 pence the engines cost 31 times earnings. To be late is no reason to be foolish as well. The zone waits for a strike, a grounding order or
a weak summer, one of which generally turns up.

[Desk: prices in pence; the page must say so.]`,
  },
];
