import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Brief } from "./brief";

export const HEALTH_AND_CONSUMER_BRIEFS: readonly Brief[] = [
  {
    companyName: "Novo Nordisk",
    ticker: "NVO",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 27,
    buyZone: ["58.50", "64.00"],
    closes: [[0, "64.82"]],
    analysis: prose`
Few large companies have lost half of their market value while their sales rose by a sixth. The share fell from 101 to 58 within a year and
has since recovered to 64.82, and the two questions that brought it down are still the right ones.

Who takes the American market? Weekly prescriptions of the rival drug overtook those of Wegovy in the spring. The gap has stopped widening
for nine weeks, at 53 to 47, since insurers began to cover only one of the two and the cheaper offer has tended to be the Danish one.

What happens to the price? The net figure per patient is down 21% in two years. We assume another 20 by 2028. Volume must then double for
profit to grow at all, and the trials suggest that it can: seven of ten patients still stop within a year, and a tablet, due next, keeps
more of them than a needle.

The factory side has been solved. Three sites bought last year are running, and the stock-outs that drove patients to compounded copies have
ended in every dose but one.

At fifteen times earnings the market expects decline. We expect a slower, steadier business that grows by 7%, and a dividend of 2.6% in the
meantime. The lower edge of the zone is this year’s low, the upper leaves a third of upside to our target of 88. A failed read-out for the
tablet would cost about nine dollars a share.`,
  },
  {
    companyName: "MercadoLibre",
    ticker: "MELI",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 53,
    buyZone: ["2210.00", "2340.00"],
    closes: [[0, "2404.10"]],
    analysis: prose`
The company sells things, delivers them, and lends the buyer the money. In Brazil it lowered the threshold for free delivery from 79 to 19
reais, and the market punished it for giving away margin. We think it bought something.

Orders from new customers rose 41% in the eight weeks that followed. Small parcels fill vans that were half empty, so the cost of each fell
by 11%. It will take three quarters before the new habit pays for the old fee; the same experiment in Mexico took four, and nobody there
remembers it now.

Credit is the part that keeps us awake. The loan book grew 75% to 9.3 billion dollars. Arrears of 15 to 90 days stand at 8.2%, the lowest in
three years, but a book that grows so fast has few old loans in it. We discount the reported figure by a third and still arrive at a return
above 20%.

Competition is real. Two Asian platforms undercut it on fashion and household goods, though not on anything heavy or urgent. Same-day
delivery reaches 52% of orders, and that cannot be shipped from Guangzhou.

At 2,404.10 the share costs 41 times next year’s profit and 2.1 times gross merchandise. We start inside the zone with half of a position,
the rest after the next arrears figure. The stop is in the book rather than in the price: above 11% we leave.`,
  },
  {
    companyName: "Visa",
    ticker: "V",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 77,
    buyZone: ["332.00", "345.00"],
    closes: [[0, "352.75"]],
    analysis: prose`
Every few years something is announced that will make card networks unnecessary, and every few years they process a tenth more. This time it
is stablecoins. We have looked at where the money would come from.

A merchant pays about two per cent for a card payment. Of that the network keeps eleven hundredths; the rest goes to the bank that issued the
card, much of it back to the customer as points. Someone who wants to replace the card must therefore replace the points. In shops that is
hard, and in trade between countries, where there are no points and the fees reach three per cent, it is easy.

Cross-border business brings 28% of revenue, and about a quarter of that is payments between companies, the exposed part. Seven per cent of
sales, then, with growth in doubt. Meanwhile the group settles stablecoin transactions itself, 1.1 billion dollars in the past year, and
takes its fraction.

Volumes grew 8%, processed transactions 9, revenue 12. Operating margin is 67%. Not many companies can be described in one line, and fewer
still have described themselves in the same way for fifteen years.

The price knows it. At 352.75 we pay 28 times, one turn over the average. The zone brings us back to it. A ruling on merchant fees is due
within the year; we allow eight dollars a share for it, which is in the target.`,
  },
  {
    companyName: "Eli Lilly",
    ticker: "LLY",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 176,
    buyZone: ["715.00", "760.00"],
    closes: [[0, "782.40"]],
    analysis: prose`
One drug under two names brought in 9.1 billion dollars in a quarter. By itself it would be the seventh-largest pharmaceutical company in the
world. That is the success and, from where an investor sits, also the whole problem.

Supply has ceased to be a limit. Six factories are open, another four are being built, and the company delivers each dose within a week.
From here on growth must come from patients, price or new uses. It has evidence for the third: heart failure and sleep apnoea are approved,
kidney disease is in review, and each widens the group that insurers must cover.

A tablet without needles reads out next quarter. The data so far show a loss of 12% of body weight, less than the injection and enough for
most people. It can be made in a plant for ordinary medicines, at perhaps an eighth of the cost. Success would matter less for this year
than for who can be treated at all in countries without cold chains.

The patent lasts to 2036, and Washington will negotiate long before. We put in a price 35% lower from 2030.

On those terms the share is worth 905. At 782.40 that is an adequate margin, inside the zone a good one. We would keep to a position of 8%, for
there is no such thing as a diversified company with one drug.`,
  },
  {
    companyName: "Costco",
    ticker: "COST",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 222,
    buyZone: null,
    closes: [[0, "966.20"]],
    analysis: prose`
It sells a rotisserie chicken for 4.99, has done so since 2009, and loses about 40 million dollars a year on it. The chicken stands at the back
of the shop. Everything else you need to know about the company follows.

Membership fees are the profit. Seventy-nine million households pay 65 or 130 dollars a year, and 92.7% of them renew. The goods are sold at
a mark-up of eleven per cent, roughly what it costs to sell them. A competitor cannot undercut that without a fee, and cannot charge a fee
without the prices.

Growth is unhurried: twenty-six new warehouses a year on a base of nine hundred. Sales in existing ones rise by 5 to 6%, visits have slipped a
little, baskets have more than made up for it. Abroad, where a quarter of the shops stand, each earns more than at home.

And yet we would sell part of it. At 966.20 the share costs 48 times earnings, for growth of about nine per cent. The premium to the market has
never been this large for this long. One can love a business and notice that the price has been agreed by people who love it more.

Our target for the year is 940, below the price. We keep 6% because a company like this is hard to buy back, and we set no zone, since we do not
expect to see one that would be honest.`,
  },
  {
    companyName: "Booking Holdings",
    ticker: "BKNG",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 640,
    buyZone: ["5150.00", "5420.00"],
    closes: [[0, "5640.00"]],
    analysis: prose`
Two thirds of the people who book a room here come directly, by typing the name or opening the app. Six years ago it was half. Each one costs
nothing in advertising, which is why margins rise while everyone worries that a chat window will take the customer away.

Let us suppose that it does. An assistant that plans a journey still needs three and a half million hotels with live prices, somebody to take
the payment in the guest’s currency, and somebody to answer at midnight when there is no key. It will rather rent that than build it. The
question is the commission, and we assume two points less by 2028.

Hotels are less captive than they were. European law no longer allows the company to forbid a lower price on the hotel’s own site. So far
one property in nine makes use of it, and the difference is 3%. Travellers appear to value being able to cancel.

Nights rose 8% in the quarter, alternative homes 10. The company bought back 4% of its shares in a year, as it has on average for ten.

At 5,640 a share, the highest price on our list and of no importance whatever, we pay 22 times earnings. Within the zone it is twenty.
We would stop adding if direct bookings fell for two quarters in a row.`,
  },
  {
    companyName: "Ferrari",
    ticker: "RACE",
    author: null,
    status: "published",
    hoursAgo: 1093,
    buyZone: ["388.00", "410.00"],
    closes: [[0, "428.60"]],
    analysis: prose`
The order book reaches into 2027, and the company could lengthen it at will by building what it is asked for. It builds a little less. About
13,900 cars leave Maranello in a year, one more than last year for every two hundred.

Growth comes from the other end. Buyers spent 19% of the price of the car on paint, leather and carbon that nobody else has, up from 12. A
special series of 799 vehicles, sold out before it was shown, will bring in as much as a third of the whole range. Prices on the ordinary
models rose five per cent, and cancellations are too few to publish.

The first electric car is the event of the coming year. We do not know whether collectors will want it. The factory wisely intends 600 of
them and makes no promise that the number will rise. If they fail, little is lost except a story.

Used values are the thermometer. A three-year-old car of the main line sells for 84% of its list price; when the figure went below 80 in
2019, the company cut production for eighteen months and said so afterwards.

The share has come down from 449 to 428.60 after a cautious target for 2030, which we believe because it is cautious. Forty times earnings is
a luxury multiple for a luxury maker. In the zone it is 37, and that has been the right moment four times in eight years.`,
  },
  {
    companyName: "Copart",
    ticker: "CPRT",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 794,
    buyZone: ["43.50", "46.50"],
    closes: [[0, "47.85"]],
    analysis: prose`
When an insurer decides that a car is not worth repairing, somebody has to collect it, store it, photograph it and sell it to a dismantler in
Lithuania. Copart does this four million times a year, on nineteen thousand acres that it owns.

The land is the moat. A neighbour who objects to a scrapyard can be found anywhere, so permits for new yards take seven years. The company
bought most of its ground decades ago and carries it at cost.

More cars are written off with every generation. A bumper used to be a bumper; it is now a camera, two radars and a calibration. Twenty-two
per cent of accidents end in a total loss, double the share of 2000, and we see no reason for that to turn.

What has turned is volume. Insured drivers have become fewer, since premiums rose by a half in four years and people went without. Units fell
2% in the last quarter, the first decline outside the pandemic, and the share lost a quarter of its value. We regard the cause as temporary.
Premiums are falling again, and an uninsured wreck is sold as well, only later.

There is no debt and 4.8 billion dollars in cash. At 47.85 the price is 27 times earnings, a level last seen in 2020. Our zone reaches down to
25. A large insurer that opened its own yards would make us think again; one tried in 2016.`,
  },
];
