import { listAllAddresses } from "./address.server";
import { HELD_DATA } from "./held-data/held-data.server";

/**
 * All stored data about a member, for the member, as `HELD_DATA` declares. Hashes and tokens are left out.
 */
export async function memberExport(memberId: string): Promise<Record<string, unknown>> {
  const person = { memberId, addresses: await listAllAddresses(memberId) };
  const parts = HELD_DATA.flatMap(({ exported, read }) =>
    exported && read ? [{ as: exported.as, read }] : [],
  );
  const found = await Promise.all(parts.map(async ({ as, read }) => [as, await read(person)] as const));
  const { profile, ...others } = Object.fromEntries(found);
  return { profile, ...others };
}
