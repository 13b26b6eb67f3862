import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Brief } from "./brief";

export const TECHNOLOGY_BRIEFS: readonly Brief[] = [
  {
    companyName: "Nvidia",
    ticker: "NVDA",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 4.5,
    buyZone: ["158.00", "168.50"],
    closes: [[0, "172.40"]],
    analysis: prose`
The question is no longer how much its customers want, but how fast they can plug it in. Power, not silicon, sets the pace: of the
eleven gigawatts of halls that the four largest buyers have announced for the coming year, about six have a signed grid connection.

That matters for the shape of the next quarters more than for their sum. Machines that arrive before the electricity are stored, and
a customer with two months of stock orders more carefully. We expect revenue to grow 9% over the previous quarter, against 12 in the
consensus, and would not be alarmed by it.

The margin is the better guide. Gross profit of 74% has held through a change of product, which is the moment at which it fell the last
time. Networking now brings in a sixth of sales and is attached to almost every rack; a customer who changes the chip must change the
cables as well.

At 172.40 the share costs 31 times next year’s earnings. That is two points under its average of five years, and it assumes growth of
about a quarter. Our own figure is 28%.

We would rather pay less. The zone begins where the share found buyers twice this quarter and ends a little below the fifty-day
average. What would change our mind is a large customer that postpones a second time: one delay is a transformer, two are a decision.`,
  },
  {
    companyName: "ASML Holding",
    ticker: "ASML",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 101,
    buyZone: ["965.00", "1010.00"],
    closes: [[0, "1024.80"]],
    analysis: prose`
There is one company that makes the machine without which the most advanced chips cannot be printed, and it tells us each quarter how
many were ordered. This time it was 7.1 billion euros, a quarter more than analysts had pencilled in.

Read past the total. Logic makers placed two thirds of it, memory the rest, and for the first time the newest generation of tools
accounts for more than a tenth. Each costs some 350 million euros and takes a jumbo’s hold three times over. The company can build
about eight a year, so the figure cannot run away.

China is the part to be careful with. Its share of sales has come down from 49 to 27% and we assume twenty from next year. The gap will
be filled by Arizona and Dresden, but not in the same quarter.

We value the group on service. Some 5,600 machines stand in the field, each needs parts and updates worth about 1.2 million a year, and
that income hardly noticed the last downturn. At twenty-four times it is worth 410 euros a share before a single new tool is sold.

At 1,024.80 the rest of the business costs thirty times a cautious estimate. Fair, not generous. Within the zone the price pays for
waiting.`,
  },
  {
    companyName: "Microsoft",
    ticker: "MSFT",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 247,
    buyZone: null,
    closes: [[0, "512.30"]],
    analysis: prose`
A company that grows its largest business by 31% and spends more than a third of its revenue on buildings should be easy to have an
opinion about. We have two.

The first is admiration. Cloud revenue passed 46 billion dollars in the quarter, and contracts signed but not yet delivered reached 392
billion. Customers who came for e-mail stay for the data warehouse; churn among the two thousand largest is below 2%.

The second is arithmetic. Equipment is written off over six years, a good deal of it will be replaced in four, and the difference
flatters this year’s profit by some nine billion dollars. On our reckoning the share costs 37 times what an owner could take out, where
the screen says 33.

Neither opinion wins. The product is getting better, the accounts are getting kinder, and 512.30 allows for a lot of the former. We hold
what we own and set no zone at present.

Two things would make us buyers: a depreciation schedule that admits how long a processor lives, or a price about a tenth lower.
One thing would make us sellers, namely a large customer that brings its own work back in-house and publishes the saving.`,
  },
  {
    companyName: "Taiwan Semiconductor",
    ticker: "TSM",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 568,
    buyZone: ["218.00", "232.00"],
    closes: [[0, "239.15"]],
    analysis: prose`
Monthly sales are up 39% on the year, and the company has said politely that it could have sold more. The narrow part of the hourglass
is packaging, the step in which finished dies are mounted together, where capacity has doubled and is still spoken for until the end of
next year.

Prices are rising for the first time in its history in a way that a customer would notice. We understand that wafers on the two leading
processes will cost between 5 and 8% more from January. Nobody has anywhere else to go, which is also the risk: monopolies attract
company.

Factories abroad cost more. Arizona will take about two points off the gross margin until 2028 and Dresden half a point. The group
guides to 53% for the long run and has just reported 58. Somewhere between the two is the number that belongs in a model; ours is 55.5.

Politics cannot be modelled, only priced. At 239.15 the receipts trade at 22 times earnings, against 29 for the American customers that
depend on it entirely. A discount of a quarter for being in the wrong place seems about right to us, and it has paid well for a decade.

We add inside the zone, in thirds. A rise in inventories at the two largest handset makers would make us slow down.`,
  },
  {
    companyName: "Vertiv",
    ticker: "VRT",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 418,
    buyZone: ["148.00", "160.00"],
    closes: [[0, "171.40"]],
    analysis: prose`
When a rack draws 130 kilowatts, air is no longer enough to cool it. Liquid has to be brought to the chip, and Vertiv is among the three
firms that can do it for a whole hall and be there when a pump fails.

Orders exceeded sales by 40% over the past twelve months. The backlog, 9.5 billion dollars, is a year’s work, and prices in it were agreed
after the rise in copper. So we have some confidence in the margin, which reached 20.4% and should see 22 by the end of next year.

The share has tripled twice. Each time it fell by more than a third on a headline about a customer who cancelled something, and each time
the backlog was larger three months later. Whoever owns it should decide beforehand what they will do at minus thirty.

Service is what we like best. Contracts now follow equipment in 70% of cases, up from half, and they bring in twice the margin. By 2028 we
see a third of profit coming from that side, which would deserve a higher multiple than a maker of cabinets.

At 171.40 the market pays 38 times expected earnings. The zone corresponds to 33 to 35, where the growth we count on gives a return of
about 14% a year. A second source for its cold plates would reassure us; today there is one, in Slovenia.`,
  },
  {
    companyName: "Adyen",
    ticker: "ADYEN",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 905,
    buyZone: ["1380.00", "1470.00"],
    closes: [[0, "1512.00"]],
    analysis: prose`
Payments are a business of small percentages, and this company takes a smaller one than almost anybody: sixteen hundredths of one per cent
of what passes through. It earns 52 cents of profit on every euro of that.

Volume grew 24% without the one very large customer that is leaving by instalments. With it, 9%. We look at the first figure, since the
customer pays next to nothing and takes its last transactions along in the spring.

New clients start small and grow. Those who joined in 2021 process four times what they did in their first year, those from 2023 already
double. Eighty per cent of this year’s growth came from merchants who had been there before January, at no cost of persuasion.

American competition is the standing worry. Rivals offered price cuts of a third to two airlines; both stayed, one at a lower rate. The
argument for staying was not loyalty but the share of payments that are approved, about a point and a half higher on a single platform. For
a seller of tickets that is worth more than the fee.

At 1,512 euros we pay 38 times earnings for growth in the low twenties. It has been dearer in eight of the past ten years. The zone lies
under the gap left by the last results. Hiring at twice the rate of sales, as in 2022, would send us away.`,
  },
  {
    companyName: "Alphabet",
    ticker: "GOOGL",
    author: AUTHORS.okonjo,
    status: "draft",
    hoursAgo: 15,
    buyZone: ["186.00", "196.00"],
    closes: [[0, "203.60"]],
    analysis: prose`
For two years people have asked whether search would survive being answered. Queries rose 8% and revenue per query 3%, so the patient is
walking about; what has changed is who clicks. Answers at the top of the page cut visits to other sites by a quarter and hardly touched
those that begin with the intention to buy.

Cloud is now the second leg. It earned 3.4 billion dollars in the quarter at a margin of 22%, and a backlog of 118 billion suggests that it
can go on. Its own processors do about half of the internal work, which saves the premium that its competitors pay.

The courts are the third matter. We have worked through the remedies still on the table and find that the harshest would cost 9% of profit,
the likeliest two.

At 203.60 the share costs twenty times next year’s earnings, less than the index. It is the only one of the large platforms of which that
can be said.

[Desk: the 22% margin is from the call, not from the release. Check against the filing before publication.]`,
  },
  {
    companyName: "S&P Global",
    ticker: "SPGI",
    author: AUTHORS.calloway,
    status: "draft",
    hoursAgo: 39,
    buyZone: null,
    closes: [[0, "548.20"]],
    analysis: prose`
A toll road is a business in which the road was built by somebody’s grandfather and the toll rises every January. Ratings are close to that
ideal. A borrower who comes to market without one pays about three tenths of a point more in interest, a good deal more than the rating
costs him.

Issuance swings with rates and cannot be foreseen. Over ten years it has grown 4% a year, and prices added three. The index business asks
for nothing but a list, and 6.9 trillion dollars follow it.

Against all this stands a single sentence in the budget proposal of a large European country, which would let investors rely on ratings by
a public agency for regulatory purposes. It has been proposed four times in twelve years.

We like the company and cannot make the price work. At 548.20 it costs 31 times earnings, and growth of ten per cent a year would have to
last until 2034 to give us the return we ask of everything else.

[Desk: decide whether we publish briefs that end in nothing. Calloway is in favour.]`,
  },
];
