import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Article } from "./article";

export const ENERGY: readonly Article[] = [
  {
    title: "Brent slips below 70 dollars while tankers queue off Rotterdam",
    category: "Energy",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 3.7,
    picture: { motif: "tanker", tone: "paper", count: 2, level: 0.7 },
    content: prose`
Brent crude settled at 69.84 dollars a barrel, its first close below 70 in eleven weeks, after twenty-three laden
tankers were counted at anchor between Rotterdam and the Maas approach.

The queue is a matter of tanks rather than of demand. Two refineries are still in maintenance that was meant to
end ten days ago, and the storage around the port stands at 91% of what it can hold. Ships wait because there is
nowhere to put what they carry.

Traders read it as a signal anyway. The price for delivery next month fell below the price for the month after,
a shape that pays anyone with an empty tank to fill it. On the coast there are few of those left, so the barrels
stay afloat at about 41,000 dollars a day for a large vessel.

“The market is not oversupplied. The quay is,” says Joost Verhage, a broker who has watched the anchorage for
thirty years from an office with a telescope. He expects nine ships to be gone by the end of next week, once the
first of the two refineries has its crude unit back.

Further out the picture is calmer. Contracts for delivery in a year lost 40 cents while the front month lost
1.37 dollars. Producers who hedge a year ahead, as most American ones do, will hardly notice.

Diesel did not follow crude down. Its margin over Brent widened to 24 dollars a barrel, the highest this year,
which is what one would expect when refineries are shut and lorries are not. A daily count of the anchorage is
kept at https://example.com/maas-roads.`,
  },
  {
    title: "Grid operators count transformers, not megawatts",
    category: "Energy",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 55,
    picture: { motif: "pylon", tone: "dawn", count: 3 },
    content: prose`
There is enough power in the north of the country and enough demand in the south. What lies between them is a
waiting list for a steel box of 240 tonnes.

Large transformers used to be ordered when one failed. Delivery took a year and nobody minded. It now takes
between three and four, and the network operators of nine European countries have begun to buy them the way
airlines buy aircraft: in batches, years ahead, with deposits.

The constraint is not the steel. It is the people who wind copper around it by hand, about five weeks for a large
unit, and who take four years to train. The factories that employ them closed in the 1990s and again after 2012.
Two are reopening, in Linz and in Györ, and both began with the school.

Prices have risen 70% since 2020. Regulators, who allow networks a return on what they build, must now decide
whether a spare transformer that stands in a yard counts as building. Britain’s says yes, within limits; the
German one has asked for comments.

A standard design would help. Today each operator specifies its own voltage steps, its own bushings and even its
own paint, so that a spare in Graz cannot be lent to Brno. An agreement on three common sizes has been drafted
and, to general surprise, signed by seven of the nine.

Meanwhile finished wind farms turn for nobody, because nothing connects them. The count this month is 4.1
gigawatts, enough for a city the size of Vienna.`,
  },
  {
    title: "Copper’s new mines are deeper, drier and later",
    category: "Energy",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 149,
    picture: { motif: "mine", tone: "dawn", count: 6, level: 0.5 },
    content: prose`
The average copper mine that opened in the 1990s was in production eleven years after its discovery. The average
of those that opened in the past five was discovered twenty-three years earlier, by geologists who have retired.

A survey of forty-six projects by the Santiago engineers Prado & Leal finds three reasons, none of them new and
all of them worse. Ore is poorer: 0.53% copper against 0.79%. Water is further away, so that seven of the ten
largest projects include a plant to desalinate the sea and a pipeline to lift it to 3,000 metres. And permits,
which took two years, take five.

The bill follows. Bringing a tonne of yearly capacity into being costs about 24,000 dollars, twice what it did
fifteen years ago. At today’s price of 9,640 dollars a tonne a new mine earns its capital back in nine years, if
nothing goes wrong, and something always does.

That is why so much money goes to old pits. Extending an existing mine costs a third less and avoids the argument
about a new valley. Four of the six largest investments announced this year are extensions, and the fifth is a
plant that leaches metal from rock thrown away in 1968.

Buyers have begun to sign for longer. A cable maker in Nexø and a wind-turbine builder in Aarhus took ten-year
contracts from a mine that does not yet exist, with a floor under the price. Twenty years ago such a contract
would have been called a favour. The bankers now call it a condition.`,
  },
  {
    title: "Offshore wind learns to sign shorter contracts",
    category: "Energy",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 288,
    picture: { motif: "turbine", tone: "paper", count: 4, level: 0.2 },
    content: prose`
After two years of cancelled projects, the builders of offshore wind farms have found a remedy that looks like a
retreat. They promise less, for less time.

The last generation of farms was sold on contracts of fifteen or twenty years at a fixed price, agreed long before
the steel was bought. When steel, vessels and interest all rose together, the price stayed where it was. Developers
paid more than four billion dollars to walk away.

The new contracts run for seven to ten years and cover two thirds of the output. The remainder is sold on the
market, or to a smelter, or to a data hall willing to take power when the wind blows. Part of the price follows an
index of steel and copper until construction begins.

Lenders resisted, then did the sums. With a shorter contract the debt must be repaid faster, so there is less of
it: 58% of the cost in place of 72%. Returns to shareholders are lower on paper and, as one Danish pension fund
remarked, “have the advantage of existing”.

Turbine makers are the unexpected beneficiaries. Because buyers no longer chase the last cent, the race for ever
larger machines has paused. Two of the three have said that they will build the same fifteen-megawatt model for
six years, which allows them to learn how to do it well. Warranty costs at one of them fell by a fifth.

Five auctions under the new terms have closed since the beginning of the year. All were awarded, none at the
ceiling.`,
  },
  {
    title: "Uranium buyers return to the long end of the curve",
    category: "Energy",
    author: AUTHORS.calloway,
    status: "published",
    hoursAgo: 430,
    picture: { motif: "towers", tone: "dawn", count: 2, level: 0.6 },
    content: prose`
Utilities that lived from hand to mouth for a decade are again signing for uranium to be delivered in the 2030s,
and paying more for it than for the kind they could have next month.

Long-term contracts were agreed for 61 million pounds of oxide in the first half of the year, the most since 2012.
The price in them, around 84 dollars a pound, stands six dollars above the spot market. For most of the past ten
years the difference ran the other way.

The buyers have done the same calculation. Reactors that were to close will run for another twenty years; about
sixty more are being built; and two of the mines that would feed them have disappointed. Stocks held by utilities
cover 26 months in Europe and 15 in the United States, the lowest figure on record there.

Conversion and enrichment are tighter still. Turning oxide into fuel takes three further steps, each in the hands
of a few plants, and the price of the middle one has tripled in three years. A utility can own all the oxide it
wants and still wait.

Miners are careful. Cameco and its peers remember 2011, when a rising market vanished in an afternoon, and prefer
to fill existing mills before they open new ones. That restraint is most of the argument for the shares, and it
lasts only as long as nobody breaks it. A spreadsheet of announced capacity is kept by the fuel-cycle group at
https://example.org/oxide-ledger.`,
  },
  {
    title: "Gas storage fills early and the winter premium melts",
    category: "Energy",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 690,
    picture: { motif: "tanks", tone: "dawn", count: 3, level: 0.86 },
    content: prose`
Europe’s gas stores passed 80% two months ahead of the usual date, and the extra that traders pay for gas in
January over gas today has shrunk to 1.90 euros a megawatt-hour. Last year it was above seven.

Three things went right at once. The heating season ended mildly, hydropower in the Alps replaced a good deal of
gas in the evening, and liquefied cargoes that Asia did not want arrived in Zeebrugge instead. The terminal there
unloaded twenty-nine ships in a month, one more than it was designed for.

For the owners of caverns this is a poor business. They earn the difference between cheap gas now and dear gas
later, and the difference has gone. Two operators in Lower Saxony have begun to sell flexibility by the hour,
pumping gas in at noon when solar power is plentiful and out again after sunset.

Industry is glad and suspicious. A fertiliser maker in Linz restarted its second line for the first time in two
years, but bought only eight weeks of supply. “We have been told twice that it was over,” its purchasing director
says. A glassworks down the river has hedged until spring.

The figure to watch is not the level but the rate. Caverns can be emptied quickly, depleted fields cannot, and
the latter hold two thirds of the gas. In a cold week at the end of winter, when the fields are tired, stores at
40% deliver less than stores at 70% do before Christmas. The average hides that, as averages will.`,
  },
  {
    title: "Low reservoirs keep Nordic traders awake",
    category: "Energy",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 1010,
    picture: { motif: "dam", tone: "paper", count: 5, level: 0.3 },
    content: prose`
The water behind Norway’s dams stands at 58% of what it could be, eleven points under the median for the time of
year, and the price of power in Oslo has begun to move with the forecast for rain.

A reservoir is a battery that nobody can charge on purpose. Its owner decides each hour whether the water is worth
more now or later, and the answer depends on snow that has or has not fallen on a plateau. This year it has not.
The snowpack measured in the spring survey held 17 terawatt-hours, a fifth below normal.

So the owners save, and cables do the rest. On windy days Denmark and Britain send power north, the turbines in
the mountains stop, and the level rises by a few centimetres. On still ones the flow turns around and Norwegians
pay what Hamburg pays, which is a political matter as much as an economic one.

Smelters are hedged, mostly. Households on floating tariffs are not, and a state scheme returns to them nine tenths
of any price above 75 øre. The cost of it, 1.2 billion kroner last month, is met from the dividends of the same
dams.

The futures market shows where the worry lies. Contracts for the first quarter cost 71 euros, those for the second
only 38: everyone agrees that the snow will come, and nobody knows when. A hydrologist in Trondheim who advises two
funds gives her odds in whole tenths. “Anything finer,” she says, “would be decoration.”`,
  },
];
