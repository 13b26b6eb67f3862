import { CRYPTOCURRENCY } from "./news/cryptocurrency";
import { ENERGY } from "./news/energy";
import { POLITICS } from "./news/politics";
import { STOCK } from "./news/stock";
import { TECH } from "./news/tech";
import { TRENDING } from "./news/trending";

/** Every article of the demo. */
export const NEWS = [...TRENDING, ...TECH, ...STOCK, ...CRYPTOCURRENCY, ...ENERGY, ...POLITICS];
