import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Article } from "./article";

export const CRYPTOCURRENCY: readonly Article[] = [
  {
    title: "Bitcoin falls back under 119,000 as funds take profits",
    category: "Cryptocurrency",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 10.3,
    picture: { motif: "candles", tone: "night", count: 15, level: 0.28 },
    content: prose`
Bitcoin lost 1.4% to 118,420 dollars, back below a level it had needed five weeks to climb. The sellers, for once, are
easy to name.

Exchange-traded funds reported withdrawals of 412 million dollars on the day, the third run of outflows in a row. Almost
all of it left two products whose holders bought between 92,000 and 97,000 and have, by the look of it, simply had
enough. Long-held coins, those that have not moved for two years, hardly stirred.

Derivatives amplified the fall without causing it. When the price crossed 119,000 a little after four in the morning,
positions worth 190 million dollars were closed by force within twenty minutes, most of them bought with ten times the
money their owners had. By breakfast the market had recovered a third.

The difference between the price for delivery in three months and the price today narrowed to 5.8% a year. In March it was
14. That difference is what professional traders earn for holding the coin and selling the future, and when it falls to the
level of a Treasury bill they do something else. Several have.

Volatility remains low by the standards of the thing. A move of 1.4% would once have gone unreported; the thirty-day
measure stands at 34, about where a large semiconductor share sits. “It has become an asset one can be bored by,” says
Ngozi Baptiste, who runs a multi-asset desk in Geneva. She means it kindly.`,
  },
  {
    title: "Stablecoin issuers hold more short bills than most countries",
    category: "Cryptocurrency",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 79,
    picture: { motif: "coins", tone: "indigo", count: 4, level: 0.75 },
    content: prose`
The companies that issue digital dollars now own about 192 billion dollars of American Treasury bills, more than the
governments of Germany, South Korea or Mexico. A decade ago they did not exist.

The mechanism is plain. Somebody hands over a dollar and receives a token. The issuer buys a bill with it and keeps the
interest, at present some 4.2%. The holder of the token receives the convenience. It is the oldest business in banking with
most of the bank left out.

Treasury officials have come to like these customers. They buy at every auction, never complain about the price, and prefer
bills of three months or less, which is what the department wants to sell. One estimate puts the effect on yields at five to
eight hundredths of a point.

The reverse has been tested once, in a small way. When a regional bank failed two years ago, an issuer with deposits in it
saw 3.8 billion dollars of tokens returned in a weekend and sold bills on the Monday morning. Nothing broke. Had it been ten
times as large, the sale would have equalled a third of a normal day’s trading in that maturity.

New rules require a monthly list of what is held, signed by an auditor. The first ones are dull, as they should be: bills,
overnight loans against bills, a little cash. One footnote reports gold, which earns no interest, does not settle on the
same day, and cannot be explained by anybody the issuer would let us speak to.`,
  },
  {
    title: "Miners sell power back to the grid on hot afternoons",
    category: "Cryptocurrency",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 240,
    picture: { motif: "pylon", tone: "indigo", count: 4, level: 0.8 },
    content: prose`
At a quarter past four, when air conditioners across west Texas reach their limit, a hall outside Odessa goes quiet.
Twenty-two thousand machines stop within six seconds. For the next three hours their owner is paid not to work.

Last month it earned more that way than by mining. The grid operator pays large users who can switch off at once, and a hall
full of computers that calculate the same thing over and over can do it better than a steelworks. The company received
31.7 million dollars for being absent, against 26 million for coins found.

The practice divides people. Consumer advocates note that households pay the bill and that the demand would not be there
without the miners. Engineers reply that a load which vanishes on command is worth as much as a power station, costs less
than one, and needs no gas pipe. Both are right, which is why the regulator has taken fourteen months over its answer.

Investors have begun to value the switch. Listed miners with such contracts trade at about eleven times operating profit,
those without at six. The contracts run out within three years, though, and the next users in the queue are data halls that
can pay far more for the same megawatt and do not care to be interrupted.

Several miners have drawn the conclusion and are becoming landlords. A hall that was worth 400,000 dollars a megawatt with
its own machines fetches 1.9 million when leased to someone training a model. The machines are for sale, lightly used.`,
  },
  {
    title: "The queue to leave ether staking turns, and so does the price",
    category: "Cryptocurrency",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 456,
    picture: { motif: "cubes", tone: "indigo", count: 6, level: 0.2 },
    content: prose`
There is a line of people waiting to take their ether out of the network, and another waiting to put it in. On three days
this month the second was longer, for the first time since the spring.

Holders who lock up coins to help run the network earn about 3.1% a year. To keep the system steady, only a fixed number may
enter or leave each day, so queues form in both directions and everyone can see them. The exit queue peaked at 2.6 million
coins, a wait of forty-four days. It has shrunk to nine.

What emptied it is dull and encouraging. One large staking service had moved its customers’ coins to new keys, which meant
leaving and joining again; that was half of the line. A fund closed its position and took a quarter. The remainder were people
who saw a queue and joined it.

Ether trades at 3,612 dollars, 9% above its low of the month. It would be neat to credit the queue, and several analysts have.
A regression by the data house Orsted Lane finds a weaker link: a shorter exit line is followed by higher prices in six cases
out of ten, which is better than a coin and worse than a strategy.

The larger matter is concentration. Five operators run 54% of the staked coins, down from 61% two years ago. Progress is slow
because size pays: a large operator misses fewer turns, earns a little more, and attracts the next customer.`,
  },
  {
    title: "Custody is the business nobody sees until it fails",
    category: "Cryptocurrency",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 770,
    picture: { motif: "vault", tone: "indigo", count: 12, level: 0.3 },
    content: prose`
The safest place for a large holding of digital coins is a former telephone exchange in the Swiss canton of Uri, and the people
who run it would rather not be photographed. Inside are eleven rooms, no network, and a rule that nobody enters alone.

Keeping coins means keeping keys. A key is a number; whoever has it has the coins, and no court can reverse that. So custodians
split each key into parts, put the parts in different hands, and require three of five to agree. The art lies in choosing hands
that will be available on a Sunday and will never all be in the same aeroplane.

Fees have fallen to eight hundredths of a per cent a year for large clients, a quarter of what they were in 2021. Banks with
familiar names have entered, and they sell something beyond safety: a balance sheet that can be sued. One has written the
promise to replace lost coins into its contract, up to 500 million dollars.

Insurance fills part of the gap. Underwriters in London offer about 1.2 billion dollars of cover for theft from cold storage,
at a premium near 1%, and hardly any for coins that are ready to be moved. The claims history is short and bad.

For a private holder the choice is between trusting an institution and trusting oneself. The statistics on lost keys, as far as
any exist, favour the institution. The statistics on failed institutions favour nobody. A plain guide to the questions worth
asking is at https://example.org/custody-questions.`,
  },
  {
    title: "Tokenised money funds pass a round number",
    category: "Cryptocurrency",
    author: AUTHORS.okonjo,
    status: "draft",
    hoursAgo: 19,
    picture: { motif: "pipeline", tone: "indigo", count: 2, level: 0.25 },
    content: prose`
Money market funds whose shares exist as tokens reached 10 billion dollars this week. Compared with the 7 trillion in the
ordinary kind that is a rounding error, and the people who run the ordinary kind have nevertheless begun to attend.

The token does one thing that a fund share cannot. It can be pledged as collateral at any hour and returned the next morning,
earning interest in the meantime. Three derivatives exchanges accept it at a discount of 2%, where cash in a bank would earn
their customers nothing.

Nine tenths of the holdings belong to forty-one addresses. That is no retail product, and its managers do not pretend that it
is. They speak of plumbing.

The weak point is redemption. A token changes hands in seconds while the bills behind it settle in a day, and the difference is
bridged by a credit line whose terms are not public.

[Desk: waiting for the size of the credit line. Hold until the fund replies, or run without the last paragraph.]`,
  },
];
