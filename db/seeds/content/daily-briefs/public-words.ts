/** What each brief says to everybody: what it comes to, and its first words. Nothing of the zone or of the analysis is in them. */
export const PUBLIC_WORDS: Record<string, readonly [headline: string, teaser: string]> = {
  NVDA: [
    "Nvidia waits for the electricity",
    "Customers want more than they can plug in. That changes the shape of the next quarters more than their sum.",
  ],
  ASML: [
    "Orders for the only machine that counts",
    "The total was large. Where it came from, and what service is worth, says more about the price.",
  ],
  MSFT: [
    "Two opinions of one company",
    "Cloud contracts grow faster than anything of that size, and so does what is built for them.",
  ],
  TSM: [
    "A foundry that begins to charge",
    "Packaging is the narrow part of the hourglass, and prices have started to say so.",
  ],
  VRT: [
    "When air is no longer enough",
    "Three firms can bring liquid to a whole hall of chips. One of them has sold its next year.",
  ],
  ADYEN: [
    "Sixteen hundredths of one per cent",
    "The customer that leaves was large and paid next to nothing. We look at all the others.",
  ],
  GOOGL: [
    "Search survives being answered",
    "Queries rise, clicks move. What changed is who is sent where, and who pays for it.",
  ],
  SPGI: [
    "A toll road that someone’s grandfather built",
    "Borrowers may go without a rating. It costs them a good deal more than having one.",
  ],
  NVO: [
    "Half the price, a sixth more sales",
    "The two questions that brought the share down are still the right ones.",
  ],
  MELI: [
    "It gave away delivery and bought a habit",
    "A lower threshold in Brazil was read as margin given away. We count parcels instead.",
  ],
  V: [
    "The network that is always about to be replaced",
    "This time by stablecoins. We went to see where the money would come from.",
  ],
  LLY: [
    "One drug under two names",
    "The seventh-largest pharmaceutical company in the world would be a product of the largest.",
  ],
  COST: [
    "A chicken for 4.99",
    "It loses money on purpose and earns it at the door. Everything else follows from that.",
  ],
  BKNG: [
    "They type the name themselves",
    "Two thirds of the guests come without being paid for. Suppose a chat window asks for them.",
  ],
  RACE: [
    "One car fewer than was asked for",
    "Nothing grows in Maranello but the list of what a buyer may choose.",
  ],
  CPRT: ["The land under the wrecks", "Four million cars a year, and a permit for a new yard takes seven."],
  CCJ: [
    "Eleven years at a floor of 74",
    "A utility in the Carolinas signed, and a share rose by an eighth. The contract says why.",
  ],
  DE: [
    "Tractors are bought with last year’s harvest",
    "Sales will fall by a fifth, everybody says so, and the share stands above 500. There is a reason.",
  ],
  LIN: [
    "Selling air, by the year",
    "Volumes have stood still for six quarters while profit grew. The difference is patience.",
  ],
  SE: [
    "Three businesses, one roof",
    "For years the game paid for the shop and the bank. Since last winter all three earn.",
  ],
  WM: [
    "262 holes that nobody may dig again",
    "The price of burying a tonne rises three points faster than others. We could end there.",
  ],
  SU: [
    "Twenty-six of the thirty boxes",
    "Data halls made it fashionable. We like the hospitals and the water works.",
  ],
  CAT: ["The engines get the orders", "Generators are sold out for thirty months, yellow machines are not."],
  "RR.": [
    "Paid by the hour",
    "The hours are back and dearer than before. How long the engine stays on the wing decides the rest.",
  ],
};

/** Authors who hold what they write about say so; the others that they do not. */
export const HOLDINGS: Record<string, string> = {
  ASML: "I own shares of ASML Holding.",
  COST: "I own shares of Costco, bought in 2019.",
  CCJ: "I own shares of Cameco.",
  DE: "I own shares of Deere.",
};
