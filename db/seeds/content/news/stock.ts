import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Article } from "./article";

export const STOCK: readonly Article[] = [
  {
    title: "Carnival raises its full-year outlook again",
    category: "Stock",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 7.2,
    picture: { motif: "liner", tone: "lilac", count: 3, level: 0.3 },
    content: prose`
Carnival lifted its forecast for the third time in a year, and the shares rose 4.1% to 31.07 dollars. What pleased
the market was less the figure than where it came from: people are paying more before they board.

Tickets for the coming season are 93% sold, at prices about 5% above the last one. The company now expects adjusted
earnings of 2.16 dollars a share, eleven cents more than it said in the previous quarter. Fuel accounts for four of
those cents, the rest is the ships.

Onboard spending, long the hope of the whole industry, rose 7% on a per-day basis. Part of that is arithmetic: the
line has stopped discounting drinks packages that passengers would have bought anyway. A private island in the
Bahamas, opened last summer, adds about 90 dollars to the average cruise that calls there.

Debt is the older story. Net borrowings peaked above 30 billion dollars and now stand near 25. Two rating agencies
have moved the company within a single notch of investment grade, which would open the bonds to funds that may not
hold them today.

There is no shortage of sceptics. The three large operators will take delivery of nine ships within eighteen months,
some 6% more berths in a business where an empty berth is worth nothing. The last time the fleet grew at that pace,
prices gave way in the Caribbean first.

At fourteen times expected earnings the shares cost about what they did in 2018. Whether that is cheap depends on
whether a cruise is a habit or a treat, and the booking curve cannot tell the difference.`,
  },
  {
    title: "The closing auction has eaten a quarter of the day",
    category: "Stock",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 34,
    picture: { motif: "bell", tone: "paper", count: 6, level: 0.62 },
    content: prose`
On an ordinary day 26% of all the shares traded in Paris now change hands in five minutes, at a single price, after
the market has closed. Ten years ago the figure was 11%.

The closing auction is where index funds do their business, because the closing price is the one against which they
are measured. As those funds grew, everybody who wants to trade with them moved to the same five minutes, and the
afternoon before it became thin.

Brokers speak of a U with one leg. The opening still brings news and quarrels; the hours until the American market
wakes bring almost nothing. In mid-sized companies the gap between bid and offer at two o’clock is 40% wider than at
the close, a cost that falls on the private investor who trades over lunch.

Exchanges have tried to spread the crowd. London runs an auction at noon, which attracts about 1% of volume. Another
exchange halved its fees before eleven. Neither made much difference, since what traders want is company, and company
is at the close.

Regulators worry about the single point. In February a software fault at one venue delayed the auction by 48 minutes
and left fund managers across the continent without prices for their own clients. A working group has proposed that
venues agree on a fallback: if one cannot close, another’s price will do.

For anyone with a hundred shares to sell the practical advice has not changed in decades. Use a limit, and either be
early or be patient.`,
  },
  {
    title: "Small companies trade at their widest discount in two decades",
    category: "Stock",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 102,
    picture: { motif: "ruler", tone: "lilac", count: 5, level: 0.24 },
    content: prose`
A share in the average small American company costs 15.8 times its expected profit. A share in the average large one
costs 22.4 times. One has to go back to the spring of 2001 to find them so far apart.

The usual explanation is interest. Small companies borrow for short periods at floating rates, so that three years of
dear money has cost them a sixth of their profit and the large ones nearly nothing. On that reading the gap closes
when rates fall.

A second explanation is less comfortable. The best small companies no longer come to market. They stay private for
twelve years in place of six, and those that do list are bought within a few more. What remains in the index is older,
more indebted and, in 41% of cases, without any profit at all.

Dr Hanne Brix of the Copenhagen school separated the two effects for a paper out this month. Remove the companies that
lose money and the discount shrinks by half. Adjust for debt and a third of the rest disappears. What is left, about
ten per cent, she is willing to call cheap.

That is a narrower claim than most fund brochures make, and a more useful one. It suggests looking for small companies
with profits and little debt, of which her screen finds 212. As a group they have beaten the index they belong to by
two points a year since 1998, with worse years than the large ones in 2008 and 2020.

The paper and its list are at https://example.org/brix-small-firms.`,
  },
  {
    title: "Buybacks slow as boards keep cash for machines",
    category: "Stock",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 203,
    picture: { motif: "coins", tone: "lilac", count: 5, level: 0.3 },
    content: prose`
The five hundred largest American companies bought back 214 billion dollars of their own shares last quarter, 9% less
than a year before. In the same three months they spent 31% more on buildings and equipment.

Most of that swing sits in seven companies. The largest owners of data halls together invested 96 billion dollars in
a quarter, more than the whole of the energy sector, and one of them halted its buyback for the first time since it
began in 2012. Take the seven away and buybacks were flat.

For shareholders the exchange is not obviously bad or good. A buyback returns money with certainty at a price that may
be foolish. A data hall promises money later, provided that somebody rents it. What one can say is that the first kind
supports the share price in the quarter it happens, and that the second does not.

Brokers have noticed the missing buyer. Companies purchasing their own stock made up about 8% of trading on quiet days.
Sessions with almost no news have become more volatile since the spring, especially in the last hour, when those
programmes used to work.

Boards elsewhere move in the opposite direction. Japanese companies announced a record 6.4 trillion yen of repurchases
in a half-year, pushed by an exchange that publishes a list of those trading below book value and another of those that
have done nothing about it. Being on the second list, a chairman in Nagoya told his annual meeting, “concentrates the
mind more than any analyst”.`,
  },
  {
    title: "Retailers count fewer baskets and fuller ones",
    category: "Stock",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 381,
    picture: { motif: "awning", tone: "paper", count: 3 },
    content: prose`
Shoppers in the big discount chains come less often and leave with more. Visits fell 2.3% over the year while the
average bill rose 5.1%, and only two points of that was the price of what was in it.

The change began with petrol and has outlived it. People who drove to three shops a week drive to two, choose the one
with the widest aisles, and buy the large pack. Costco’s members make 31 trips a year and spend about 4,200 dollars;
the first figure has slipped for six quarters, the second has not stopped rising.

For a retailer a full basket is cheaper than two half-empty ones. The same cashier, the same trolley and the same
parking space serve twice the turnover. It also hides a danger. A customer who comes less often sees fewer of the
things he did not mean to buy, and those carry the margin. Sales of batteries, magazines and cut flowers are down by
between 6 and 11%.

Chains respond by walking to the customer. One Midwestern group moved its bakery to the entrance and recovered half of
the lost impulse sales; another sends a list on Thursday built from what a household usually forgets. The forgetful pay
full price.

Investors should look at two lines in the next reports. Sales per square foot will flatter everybody. Gross margin in
general merchandise, which most companies publish only in the notes, will show who has turned the longer visit into
profit and who merely into a longer queue.`,
  },
  {
    title: "Index committee adds eleven names and drops a household one",
    category: "Stock",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 548,
    picture: { motif: "treemap", tone: "lilac", count: 14, level: 0.72 },
    content: prose`
Eleven companies will join a widely tracked index of large shares at the end of the month, and one that has been a
member since its first day will leave. Funds with about 1.4 trillion dollars behind them must make the same changes
within a few minutes of one another.

The addition is worth less than it was. Newcomers used to gain 7% between announcement and entry; over the past five
years the average has been just under one. Hedge funds guess the list beforehand, buy early, and sell to the index funds
at the close. This time they guessed nine of eleven.

What happens afterwards has changed too. In the twelve months following entry the newcomers of the last decade lagged
the index by 3.6%, while the companies that were thrown out beat it by 5. Neither number is mysterious: shares are
admitted after they have risen and removed after they have fallen.

The departing company makes kitchen appliances that most readers will have stood in front of this morning. Its market
value, 3.1 billion dollars, is a fifth of what the rules require. Its profit is the highest in six years. Two value
funds disclosed holdings last week.

Committees defend their discretion. A rule could be gamed; judgement has to be persuaded. The minutes are not published,
although a summary of the principles runs to nineteen pages at https://example.com/index-method and repays reading by
anyone who believes that an index is a neutral thing.`,
  },
  {
    title: "Insurers’ quiet rally rests on two calm seasons",
    category: "Stock",
    author: null,
    status: "published",
    hoursAgo: 842,
    picture: { motif: "scales", tone: "lilac", count: 3, level: 0.42 },
    content: prose`
The shares of Europe’s reinsurers have gained 38% in a year without a single headline. They insure insurers, mostly
against wind, and there has been very little of it.

Two mild hurricane seasons left the four largest with combined ratios near 86%: of every 100 euros of premium they
kept 14 before they had invested a cent. Their capital has grown by a quarter. That is the good news and also the
problem, since capital in this trade has a habit of cutting its own price.

The January renewals showed the first signs. Cover for Florida cost 8% less than a year earlier, the first decline
since 2017. Pension funds that buy catastrophe bonds returned in force and accepted yields two points lower than they
would have looked at after the last great storm.

Discipline has improved in one respect. Contracts signed since 2022 begin to pay at a much higher level of damage, so
that hail, floods and ordinary storms remain with the primary insurer. Reinsurers have become a cover against the rare
event only. Their results should therefore be splendid in most years and dreadful in a few.

The market pays for splendour. At 1.9 times book value the group is as dear as it has been since 1998. One good wind
would not change the business. It might remind the owners what kind of business it is.`,
  },
];
