import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Article } from "./article";

export const TRENDING: readonly Article[] = [
  {
    title: "The yield curve is normal again and nobody is cheering",
    category: "Trending",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 21,
    picture: { motif: "curve", tone: "noon", count: 9, level: 0.62 },
    content: prose`
For twenty-six months it cost more to borrow for two years than for ten, and every newspaper explained what that meant. It is now
eight months since the order was restored. The recession that was supposed to arrive has not, and neither have the explanations.

An inverted curve is said to announce a downturn. The record is good: eight of the last nine were preceded by one. What the record
does not say is when. The delay has been anything from six months to two years, which is about the interval at which recessions
happen in any case.

A subtler version holds that the danger comes afterwards, when the curve rights itself because short rates fall quickly. That is
what happened in 2001 and 2007. This time the short end came down slowly, by a point and a half in four steps, and the long end
rose. Investors wanted more for lending over a decade. It is the other way to be normal.

Banks are content. They borrow short and lend long, and the margin between the two has widened to 3.3%, the best since 2009. The
treasury is less so. Two thirds of its debt must be renewed within five years, at rates that were last seen when phones had keys.

For the household the change shows up as a choice. A one-year deposit pays 3.9%, a ten-year government bond 4.22. Last year the
question answered itself, because waiting paid better. Now patience has a price again, a small one, and it must be worked out.`,
  },
  {
    title: "Everyone is suddenly talking about freight again",
    category: "Trending",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 66,
    picture: { motif: "rails", tone: "noon", count: 2, level: 0.5 },
    content: prose`
A container from Shanghai to Genoa costs 4,310 dollars, up 22% in three weeks. A lorry from Genoa to Munich costs 1,640 euros, also
up. And a slot on the train that does both halves of the job without leaving the ground is sold out until the end of the quarter.

The cause is an unglamorous one. Ships still take the long way round the Cape, which uses about 9% of the world’s fleet merely to
be at sea longer. That slack had been covered by new vessels. Then importers began to order for the holidays a month earlier than
usual, remembering what happened to those who did not.

Rail has become the odd winner. The route across Kazakhstan and the Caspian takes nineteen days, half the time of the sea, and its
capacity has doubled since 2022 to about 3.4 million tonnes. It needs two changes of gauge and a ferry. Forwarders call it the
middle corridor and, in private, the obstacle race.

Shares in the listed carriers have moved ahead of the rates. The large container lines trade at five times this year’s profit,
which is the market’s way of saying that it expects none next year. With ships equal to a quarter of the present fleet on order,
that view has something to recommend it.

Watch the price of a used vessel. When owners believe in high rates they pay for ships that can sail tomorrow. A ten-year-old one
of middling size was sold in Piraeus last week for 41 million dollars, two million below the previous.`,
  },
  {
    title: "Office towers find buyers at half the old price",
    category: "Trending",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 112,
    picture: { motif: "skyline", tone: "paper", count: 7, level: 0.4 },
    content: prose`
A tower of thirty-one floors in Chicago that was bought for 302 million dollars in 2017 has been sold for 138 million. The seller was
relieved. So were six other bidders, who can now tell their own lenders what such a building is worth.

Nothing unfreezes a market like a bad price. In the first two years after offices emptied there were hardly any sales, as owners would
not accept the loss and banks preferred not to see it. Transactions have now risen for four quarters. The average discount to the
previous sale is 47%.

At those prices the sums work. A buyer who pays 140 dollars a square foot can charge a rent that the neighbour, with a mortgage from
better days, cannot match. Tenants have noticed and are moving two streets along for a better lobby and a lower bill. It is a fine
time to be the second owner.

Conversions to flats are fewer than the drawings suggest. Floors are too deep, the lifts stand in the wrong place, and plumbing for
four hundred kitchens costs more than the shell. About one tower in nine qualifies. A city that adds a tax holiday gets two.

Lenders took the loss in instalments. Regional banks have set aside 9% against office loans, up from 2, and the largest of them says
the worst vintage, 2019, is three quarters written down. Its shares rose on the announcement. In this business certainty is worth
more than hope.`,
  },
  {
    title: "Central banks buy gold, jewellers sell it",
    category: "Trending",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 176,
    picture: { motif: "ingots", tone: "night", count: 4, level: 0.3 },
    content: prose`
Somebody in Warsaw bought nineteen tonnes of gold last month and somebody in Jaipur sold a wedding necklace. Between them they
explain the market.

Central banks have added about a thousand tonnes a year for three years running, twice the pace of the decade before. They are not
sensitive to the price. A reserve manager who has decided to hold a fifth of her assets in metal buys until it is a fifth, and the
reason, when she gives one, is that metal cannot be frozen by a letter.

Jewellers live at the other end. Demand for new pieces fell 14% by weight over the year while the amount spent rose 9%. Families
in India and Turkey bring in old gold and take away less of it, remade. Refiners report that a third of what they melt is now
scrap, the most since 2012.

Miners stand in the middle and have rarely had it so good. It costs about 1,450 dollars to raise an ounce that sells for 3,384. The
shares have doubled and still look cheap beside the metal, on the old rule that the one should move twice as fast as the other.
The reason they do not is memory. After the last peak the industry spent its profits on deposits that nobody has yet dug up.

So far it has behaved. Dividends are at a record, exploration budgets are below those of 2013, and the chief executive of one large
producer has promised her shareholders “a decade of boredom”.`,
  },
  {
    title: "Trading round the clock gets a date",
    category: "Trending",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 310,
    picture: { motif: "clock", tone: "noon", count: 3, level: 0.4 },
    content: prose`
American shares will change hands for twenty-three hours a day from next year. The remaining hour is for the computers, which
need one even if people do not.

Two exchanges have permission and the clearing house has agreed to stay awake. Demand comes from the east. Investors in Seoul and
Tokyo own about 900 billion dollars of American stocks and are tired of placing orders at midnight for a price they see over
breakfast. At present they use private venues, where a trade in a well-known name can cost four times what it would at noon in
New York.

The day traders are a different matter. A study of the private night venues found that half of all orders came from people who had
traded the same share that afternoon, and that they did a little worse in the dark. Liquidity is thin, news is scarce, and the
party on the other side is usually a machine in New Jersey with no need for sleep.

Companies are quietly unhappy. Results are published after the close precisely so that everybody has the night to read them. If
there is no close, some will move to the one silent hour. Others want a longer pause around announcements, which the exchanges are
considering.

There is a precedent. Currencies have traded day and night since the 1970s, and three quarters of the volume still happens while
London is open. The lights can be left on everywhere. People will go on meeting at the bar that is full.`,
  },
  {
    title: "Five numbers that explain this earnings season",
    category: "Trending",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 905,
    picture: { motif: "tape", tone: "paper", count: 3, level: 0.5 },
    content: prose`
Four hundred and twelve of the five hundred largest American companies have reported. Here is the season in five figures, the last
of which was not in any headline.

8.7% is the growth in profit over a year ago. It had been forecast at 5.1, and the surprise is about the usual size; analysts lower
their estimates until they can be beaten.

61% of that growth came from eleven companies. Without them the figure would be 3.9%, which is close to the growth of the economy
and rather less exciting on a slide.

12.4% is the net margin, a tenth of a point below the record. Wages rose 3.6% and prices 2.7, so the difference was found
elsewhere: energy was cheaper, and interest on old bonds is still low.

274 companies used the word “agent” on the call with investors, in the sense of software. A year ago nineteen did. When asked for the
effect on costs, six gave a number.

38 days is how long customers take to pay, the median for the group, against 34 two years ago. Nobody mentioned it. Companies that
sell to other companies are lending them four more days of turnover, which for the whole sample adds up to 160 billion dollars. It
is the sort of sum that does not matter until it does, and the first place where one would see trouble coming.`,
  },
  {
    title: "Private investors have started to read the footnotes",
    category: "Trending",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 1385,
    picture: null,
    content: prose`
The most visited page on the filing system of the American regulator last month was not an annual report. It was note 14 to one:
commitments and contingencies, in eleven-point type.

Traffic to the notes has tripled in two years. Part of it is machines. But the site’s own survey suggests that about four readers in
ten are people with fewer than fifty thousand dollars invested, and that they stay for six minutes, which is long for anything on a
screen.

They come with a question. Forums that once traded rumours now trade page numbers: where the leases are, how the pension discount
rate moved, which customer is the one that makes up 22% of sales. A retired schoolteacher in Leeds keeps a spreadsheet of every
change in depreciation periods among listed technology companies. It has 4,100 subscribers and was cited in a broker’s note.

Companies have noticed. Investor relations departments report calls about matters that used to interest only auditors, and at least
two firms moved a disclosure from the notes to the front of the report after it was discussed online. Lawyers advise caution. The
notes were written to be complete, they say, and now somebody has to make sure they are also clear.

It would be easy to be sentimental about it. Most people who read footnotes still buy the index, and are right to. The change is in
what they know about it. A free primer on the twelve notes worth opening first is at https://example.com/footnote-primer.`,
  },
];
