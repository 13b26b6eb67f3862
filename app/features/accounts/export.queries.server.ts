import { everyAddressOf } from "./address.server";
import { HELD_DATA } from "./held-data/held-data.server";

/** Everything the product keeps about a member, for the member, as `HELD_DATA` says. Hashes and tokens are nobody's to read. */
export async function memberExport(memberId: string): Promise<Record<string, unknown>> {
  const person = { memberId, addresses: await everyAddressOf(memberId) };
  const parts = HELD_DATA.flatMap(({ exported, read }) =>
    exported && read ? [{ as: exported.as, read }] : [],
  );
  const found = await Promise.all(parts.map(async ({ as, read }) => [as, await read(person)] as const));
  const { profile, ...others } = Object.fromEntries(found);
  return { profile, ...others };
}
