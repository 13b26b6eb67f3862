import { AUTHORS } from "../authors";
import { prose } from "../prose";
import type { Article } from "./article";

export const TECH: readonly Article[] = [
  {
    title: "Chip-tool orders turn up as new lines in Arizona and Dresden fill",
    category: "Tech",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 1.4,
    picture: { motif: "wafer", tone: "night", count: 9, level: 0.6 },
    content: prose`
Order books at the five largest makers of lithography and etching tools grew for a second quarter, the first
such run since 2023, as foundries brought forward deliveries they had postponed twice.

The turn is narrow. Almost all of it comes from lines that were approved three years ago and are only now ready
for machines: two in Arizona, one in Dresden and one south of Tainan. Memory makers, who led the last recovery,
have not yet come back.

Service revenue, the steadiest part of these accounts, rose 6% on the year. New systems rose 11%, but from a
quarter in which customers had asked for delays. Measured against the spring of 2024, the order book is still
a tenth smaller.

“A fab that is late for two years does not become early. It becomes urgent,” says Petra Lindqvist, who follows
the sector at the Malmö consultancy Hedda Row. She counts eleven lines between shell and first wafer, against
seven a year ago, and expects four of them to take machines before winter is out.

Suppliers feel it first. A maker of vacuum valves in the Rhine valley has gone back to three shifts; a lens
polisher in Jena is hiring apprentices for the first time since the pandemic. Neither has raised prices yet.

The industry body’s monthly figures are published at https://example.com/fab-monitor and include the regional
split that the companies leave out.

For holders of the shares the question is how much of this was expected. The group trades at 27 times next
year’s earnings, against a ten-year median of 22. A third good quarter would not surprise anyone; a poor one
would.`,
  },
  {
    title: "Data centres ask for power lines before they ask for land",
    category: "Tech",
    author: AUTHORS.okonjo,
    status: "published",
    hoursAgo: 29,
    picture: { motif: "hall", tone: "night", count: 6, level: 0.5 },
    content: prose`
The first question used to be the price of an acre. Now it is the distance to a substation, and whether anyone
else is already standing in the queue for it.

Site agents in Virginia, Frankfurt and Johor describe the same reversal. Developers pay for an option on a grid
connection, sometimes 90,000 dollars a megawatt, and look for ground afterwards. In two cases this year the
connection changed hands three times before a field was bought at all.

The arithmetic explains it. A hall of 100 megawatts costs about 1.1 billion dollars to build and fit out. The
land beneath it is rarely more than 3% of that. A year of waiting for power, with the machines ordered and the
financing drawn, costs more than the land ever will.

Utilities are learning to sort the serious from the hopeful. One mid-Atlantic network now asks for a deposit
that is lost if construction has not begun in thirty months; the queue shortened by 40% in a week. A German
operator auctions its remaining capacity in blocks of ten megawatts and publishes the results.

What follows is a map drawn by engineers. Old smelters, paper mills and coal plants have the heavy lines that
new halls want, and their owners have noticed. A closed rolling mill in Wallonia was sold in the autumn for
nine times its book value; the roof was leaking, the transformers were not.

“We are a connection with a building attached,” its last manager said at the signing. He has since been asked
to find two more.`,
  },
  {
    title: "Why server racks now travel by sea again",
    category: "Tech",
    author: AUTHORS.achterberg,
    status: "published",
    hoursAgo: 47,
    picture: { motif: "boxes", tone: "night", count: 9 },
    content: prose`
For two years the most impatient cargo in the world went by air. A finished rack of accelerators weighs about
1.4 tonnes, costs as much as a house, and until recently could not arrive soon enough to worry about freight.

That has changed. Forwarders in Taoyuan and Penang say that roughly one rack in three now leaves in a container,
against one in twelve at the beginning of last year. The crossing to Rotterdam takes 34 days; the saving is about
21,000 dollars a rack.

The reason is not thrift. It is that the halls are late. Buyers who used to plug in machines on the day they
landed now store them until the cooling is finished, and a warehouse at the port costs less than a warehouse at
the airport. “We moved the waiting room onto the ship,” as one logistics manager put it.

Insurers took some persuading. Salt, vibration and condensation all have a history with electronics. Crates now
carry loggers that record shock and humidity every minute, and a pair of underwriters in Hamburg quote a premium
only after reading the file from the previous voyage.

There is a financial side to it as well. Goods at sea belong to somebody, and a month of ownership on machines
worth several billion dollars is a loan by another name. Three banks have begun to finance it as such, at about
a percentage point over the interbank rate, with the rack itself as security.

Air freight rates from Taipei have fallen 18% since the peak. For the container lines the racks are too few to
matter, and too well paid to refuse.`,
  },
  {
    title: "Settlement on shared ledgers leaves the laboratory",
    category: "Tech",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 126,
    picture: { motif: "ledger", tone: "indigo", count: 3, level: 0.4 },
    content: prose`
Six custodians and two central securities depositories have finished a year of settling real bonds on a shared
ledger, and the most interesting number in their report is a small one: 0.3.

That is the percentage of trades that failed, against 2.9% in the same bonds by the ordinary route. Nothing about
the securities was different. What changed is that both sides looked at one record instead of comparing two.

The volumes are modest. The group settled 41 billion euros over the year, which a large depository handles before
lunch. But the trial was run with the lawyers in the room. Finality, insolvency and the treatment of a lost key
were each tested with an actual court’s opinion, and those opinions are public at
https://example.org/settlement-papers.

Costs were the disappointment. Running the new record beside the old one takes two teams, and the savings appear
only when the old one can be switched off. The authors put that at six years, then apologise for the precision.

The surprise was in the middle of the night. Because the ledger does not close, treasurers began to move
collateral between Asia and Europe at three in the morning, when it was cheapest. One bank says that this alone
released 600 million euros that used to sit idle as a precaution.

“We set out to make settlement faster and found that nobody minds about faster,” says Aurélie Stamm, who chaired
the project. “They mind about certain.” The second phase adds equities, and a smaller committee.`,
  },
  {
    title: "Satellite broadband finds its first steady profit at sea",
    category: "Tech",
    author: AUTHORS.sandoval,
    status: "published",
    hoursAgo: 335,
    picture: { motif: "satellite", tone: "night", count: 4, level: 0.35 },
    content: prose`
Nobody aboard a bulk carrier off Namibia has another choice of provider, which is why the operators of satellite
constellations have come to love bulk carriers.

About 31,000 merchant ships now carry a flat antenna on the wheelhouse roof, three times as many as two years
ago. A vessel pays between 700 and 2,400 dollars a month, signs for three years, and hardly ever leaves. On land
the same constellations fight cable companies for households that cancel after a season.

Owners began with the crew in mind. Recruitment agents in Manila report that sailors ask about the connection
before they ask about the wage, and that ships without one need a tenth more pay to fill their berths. But the
larger saving came from the engine room, where pumps and bearings now report their own temperature and are
serviced in port instead of failing at sea.

Insurers followed. A fleet that shares its position and machinery data receives a discount of 4 to 6% on hull
cover, enough to pay for the service twice over.

The next customers are already visible from the bridge. Fishing boats, offshore platforms and the larger yachts
make up a market of perhaps 1.9 billion dollars a year. Aircraft would double that, but certifying one antenna
for one type of aircraft takes eighteen months.

For investors the lesson is about density. A beam that serves forty ships over an ocean earns what it earns over a
suburb of four thousand, and needs no advertising at all.`,
  },
  {
    title: "The shortage behind the shortage: glass cloth for circuit boards",
    category: "Tech",
    author: AUTHORS.holt,
    status: "published",
    hoursAgo: 612,
    picture: { motif: "weave", tone: "indigo", count: 9, level: 0.4 },
    content: prose`
Every fast processor sits on a board, and every fast board is held together by a cloth woven from glass thinner
than a hair. There are four companies that make the finest grade. All four are sold out until next autumn.

The cloth is called low-loss, because it lets a signal pass without turning much of it into heat. Two years ago it
was a speciality for radar. Then accelerators began to exchange data at speeds where ordinary cloth smears the
signal, and the order book of a mill in Fukushima prefecture grew from nine weeks to fifty-four.

A new furnace takes two and a half years. It has to be lined with platinum, cannot be switched off once it burns,
and lasts only about eight years, so nobody builds one on the strength of a single good season. The mills have
raised prices by 35% and are rationing by customer instead.

Board makers cope by design. Some put the fine cloth only in the four layers that need it and leave the other
eighteen alone; yields fell at first and are now nearly back. Others have asked their customers to accept a board
that is a millimetre thicker, which sounds trivial until one tries to close the rack.

“People look for the bottleneck where the money is,” says Haruka Ueda, who buys materials for a board maker in
Taoyuan. “It is always one floor below.” Her own list of what comes next has copper foil at the top: the very
smooth kind, from three suppliers.`,
  },
  {
    title: "Warehouse robots pay for themselves in twenty-six months, and then in nineteen",
    category: "Tech",
    author: AUTHORS.okonjo,
    status: "draft",
    hoursAgo: 13,
    picture: { motif: "arm", tone: "indigo", count: 4, level: 0.4 },
    content: prose`
A parcel arm in a depot outside Łódź costs 118,000 euros and replaces nobody, according to the woman who runs the
shift. It stands where three vacancies used to be.

That detail decides the sum. The operator, a regional carrier with eleven depots, counted wages it could not have
paid anyway and reached a payback of twenty-six months. When it counted the parcels that used to miss the evening
lorry, the figure fell to nineteen.

The machines are not clever. They see a box, choose one of seven grips and put the thing on a belt; at anything
soft, wet or round they wave for help. What improved is the price of the eye. A depth camera that cost 9,000 euros
in 2021 now costs 640, and an arm needs two.

Three suppliers share most of the market and all of them have begun to rent instead of sell, at about 2,100 euros
a month with service. For the carrier that turns an investment into a running cost. For the supplier it turns a
good quarter into a slow one, followed, if the arms last, by a good decade.

[Desk: figures for the rental margin to be confirmed with the second supplier before this runs.]`,
  },
];
