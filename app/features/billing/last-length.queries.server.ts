import { Order } from "db/entities/order";
import { columnsAs } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { PackageOnSale } from "./packages.queries.server";

const BOUGHT = { ...columnsAs("o", Order, "package", "tier", "days") };
const LAST_LENGTH = statement("packages.last-length", BOUGHT)`
  select ${BOUGHT} from payments p join orders o on o.id = p.order_id
   where p.member_id = ${uuid("memberId")} and p.status = 'COMPLETED'
     and not exists (select 1 from gifts g where g.order_id = o.id)
   order by p.payment_date desc, p.id desc limit 1`;

/** What of this a member paid for last themselves: the package, or one of the same tier and days where that has left the sale. */
export async function lastLength(
  memberId: string,
  onSale: readonly PackageOnSale[],
): Promise<string | undefined> {
  const bought = await LAST_LENGTH.first({ memberId });
  if (!bought) return undefined;
  const isSameLength = ({ tier, days }: PackageOnSale) => tier === bought.tier && days === bought.days;
  const found = onSale.find(({ id }) => id === bought.package) ?? onSale.find(isSameLength);
  return found?.id;
}
