import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Article } from "./article";

export const POLITICS: readonly Article[] = [
  {
    title: "Central bank minutes show three votes for a pause",
    category: "Politics",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 5.4,
    picture: { motif: "dome", tone: "lilac", count: 7 },
    content: prose`
Three of nine members wanted to leave the rate alone, one more than the market had assumed, and the minutes of the meeting
give them more room than the decision did.

The majority cut by a quarter of a point to 3.75% and pointed to wages, which are growing at 3.2% after 4.6 a year ago. The
minority accepted the figure and doubted the cause. Bonuses had been moved from one quarter to the next, they argued; take
that out and pay is rising as fast as in the winter.

A passage on page eleven drew the most attention. Members discussed “the possibility that the neutral rate lies somewhat
higher than previously estimated”, which is how a committee says that it may be nearly finished. Futures moved at once. The
chance of another cut at the next meeting fell from 71 to 54%.

The currency gained 0.4% and two-year yields rose by six hundredths. Shares of home builders, which had climbed on the cut
itself, gave back half of the gain before lunch. None of these moves is large. Together they say that the easy part of the
story is over.

There is a personal element, seldom mentioned in such documents. Two of the nine terms end in spring, and both of the
members concerned voted to cut. Their successors are to be named by a finance ministry that has asked in public for lower
rates, a habit that tends to produce higher ones.

The full text, with the votes by name, is on the bank’s site; a marked copy is at https://example.com/minutes-annotated.`,
  },
  {
    title: "Tariff exemptions shrink from pages to paragraphs",
    category: "Politics",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 91,
    picture: { motif: "crane", tone: "lilac", count: 3, level: 0.35 },
    content: prose`
The list of goods that may enter without the additional duty once ran to 1,214 lines. The new one has 163, and importers of
everything from hospital beds to violin strings have spent the week looking for themselves in it.

An exemption is worth more than its duty. Under the old list a company that made nothing at home could bring in a component
at zero and compete with one that paid 15%. Lawyers in Washington charged 40,000 dollars for an application and won about
one in three. The ministry says that the process had become an industry; the industry, unusually, agrees.

The new rule exempts by use and no longer by product. A pump for a desalination plant comes in free, the same pump for a
swimming pool does not. Customs officers must therefore know what will happen to a thing after it leaves the port, and an
importer must be able to prove it for five years.

Ports expect delay. A trial in Savannah added eleven hours to the release of an average container, and two days for
machinery. Shippers have started to send mixed goods in separate boxes so that one awkward crate does not hold up thirty
others; demand for half-filled containers is up a fifth.

Economists at the Bremen institute put the cost to consumers at 0.2% of prices over a year, and the revenue at 31 billion
dollars. The first figure is a guess. The second has already been spent.`,
  },
  {
    title: "Fiscal watchdogs ask for a rule that bends before it breaks",
    category: "Politics",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 265,
    picture: { motif: "hemicycle", tone: "lilac", count: 6, level: 0.42 },
    content: prose`
Of the twenty governments bound by the common budget rule, fourteen are in breach of it. The independent councils that watch
over them have concluded that the fault may lie with the rule.

Their proposal, agreed by all but one, keeps the ceiling for debt and changes the road towards it. A country would be given a
path of spending for seven years, adjusted for the work it does on pensions and schools, and judged on that alone. Revenue
windfalls would go to the debt and could not be spent twice.

The old rule watched the deficit, which no minister controls. It looks good in a boom and bad in a slump and so demands cuts
when they do most harm. Spending is duller and more honest: a government knows in October what it will pay out in the
following year to within half a per cent.

Critics ask who would enforce it. Fines have been possible for a quarter of a century and have never been paid. The councils
suggest publicity in their place. A country that leaves its path would have to explain itself to its own parliament, within
sixty days, with the head of its council in the room.

Bond markets seem to have adopted the idea already. The premium that investors demand from each member follows the spending
figures more closely than the deficits, according to a note from the Lisbon desk of a large bank. “We stopped reading the
deficit in 2023,” its author writes. “Nobody noticed.”`,
  },
  {
    title: "Farm aid shifts from acres to rainfall",
    category: "Politics",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 499,
    picture: { motif: "fields", tone: "lilac", count: 9, level: 0.6 },
    content: prose`
Beginning with the next harvest, a grower of wheat in the dry counties will be paid when it does not rain, whether or not the
crop has failed. The payment arrives within nine days. Nobody comes to look at the field.

Satellites and 2,300 rain gauges replace the inspector. If the total between sowing and flowering falls below a line drawn for
each square of five kilometres, money goes out by formula: 42 dollars an acre at the first step, 118 at the last. The old
scheme took seven months, paid for damage, and employed 900 assessors.

Farmers are of two minds. Those who looked after their soil gain, for they will receive the money in a dry year and still have
something to cut. Those in a valley where the gauge stands on a ridge will be wet on paper. A third of the appeals in the pilot
concerned precisely that, and most were upheld.

The treasury likes the arithmetic. Premiums cover 55% of the expected cost and reinsurance most of the rest, since rainfall is
something a market in Zurich will price, and a quarrel over a wheat field is not. Two insurers have asked to sell the same
contract to private buyers, among them a brewer.

Land values moved within weeks. Dry ground with good records rose by 6%, irrigated ground was unchanged. An agent in Kansas
reports that buyers bring their own hydrologist now, and that the hydrologist asks the first question.`,
  },
  {
    title: "Toll bridges return to the list of things to sell",
    category: "Politics",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 728,
    picture: { motif: "bridge", tone: "indigo", count: 2, level: 0.3 },
    content: prose`
A state with a pension deficit and a handsome bridge has once again had the same idea as all the others. Six crossings on the
eastern seaboard are to be leased for fifty years, for a sum that advisers put between 7 and 9 billion dollars.

Buyers are plentiful. A bridge has no competitor, its tolls rise with prices, and traffic over the past thirty years has fallen
only twice. Canadian and Australian pension funds own a good share of the world’s crossings already and accept a return of about
7% before debt.

The history is less flattering to the sellers. A skyway leased in 2005 for 1.8 billion was sold on eleven years later for
2.8. A parking contract of the same period is studied by public-finance students as a warning: it bound a city to compensate the
operator each time it closed a street for a parade.

This time the contract is meant to be shorter in its promises. Tolls may rise no faster than wages; a third of any revenue above
forecast returns to the state; and the state may buy the lease back after twenty years at a price fixed today. Each of these
lowers the bid. Taken together, an adviser estimates, they cost about a billion, “which is the price of being able to look
people in the eye”.

The legislature votes before the recess. Opponents have printed a postcard of the longest of the six, with a price tag on the
north tower.`,
  },
  {
    title: "Listing rules loosen, and investors ask what was wrong with the old ones",
    category: "Politics",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 1150,
    picture: { motif: "skyline", tone: "lilac", count: 7, level: 0.22 },
    content: prose`
Founders who want to sell their shares and keep their power will find London more welcoming from next month. Shares with twenty
votes may be listed beside shares with one, without any date on which the difference ends.

The regulator’s reasoning is about numbers. Eighteen companies joined the main market last year; forty years ago it was common to
see that many in a month. Several of the best known British technology companies chose New York, and gave the voting rule as one
of three reasons. The other two, price and price, cannot be regulated.

Pension funds replied within hours. A group that manages 2.3 trillion pounds said that it would vote against the chairman of any
company that used the freedom for more than seven years. Index funds cannot even do that. They must own whatever the index
contains, and the index is obliged to contain whatever is listed.

The evidence is mixed in an instructive way. Companies with unequal votes do well for about six years and then do worse than
their peers, as if the advantage of a free hand wore out at the same speed as the founder. A sunset clause at seven years would
have caught the good part. It was in the draft and disappeared from the final text.

New York, meanwhile, is debating whether to follow an older London rule and require a vote on large acquisitions. Each city, it
seems, admires the other’s discarded furniture.`,
  },
];
