import { collectAddresses, fetchAs } from "../load/growth-addresses.mjs";
import { allRoutes, routeOf } from "./routes";

export type Address = { path: string; who: Who };
export type Who = "visitor" | "member" | "staff" | "key";

/**
 * Every list, search, count and detail page: links of the pages themselves, plus addresses from the route
 * table without a link. A linked list is covered automatically.
 * @param people the cookies of each; of a key its header
 * @returns with the parametrised addresses that no page links
 */
export async function everyAddress(
  url: string,
  people: Record<Who, string>,
): Promise<{ addresses: Address[]; unasked: string[] }> {
  const linked = await collectAddresses(url, people, { combined: true });
  const reached = patternsOf(linked);
  const others = allRoutes().filter(
    ({ pattern, reads, page, opens }) => reads && opens === page && !reached.has(pattern),
  );
  const plain = others.filter(({ pattern }) => !/[:*]/.test(pattern));
  const found: Address[] = [];
  for (const { pattern } of plain) {
    const who = await whoMayRead(url + pattern, people);
    if (who) found.push({ path: pattern, who });
  }
  const addresses = [...linked, ...found];
  const covered = patternsOf(addresses);
  const withParams = others.map(({ pattern }) => pattern).filter((pattern) => /[:*]/.test(pattern));
  return { addresses, unasked: withParams.filter((pattern) => !covered.has(pattern)) };
}

const patternsOf = (addresses: Address[]) => new Set(addresses.map(({ path }) => routeOf(path)?.pattern));

/** The first of the three with access to an address. */
async function whoMayRead(address: string, people: Record<Who, string>): Promise<Who | undefined> {
  for (const who of ["visitor", "member", "staff"] as const) {
    const { status } = await fetchAs(address, people[who]);
    if (status === 200) return who;
  }
  return undefined;
}
