import { SellerOfDay } from "db/entities/seller-of-day";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, decimal, type RowOf, text, timestamp } from "db/sql";
import { command, statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import type { Seller } from "./seller";

const SELLER = columns(SellerOfDay, "name", "address", "taxId", "vatName", "vatRate");
const NEWEST = statement("sellers.newest", SELLER)`
  select ${SELLER} from sellers order by since desc, id desc limit 1`;
/** The first row applies since the site began: no earlier seller was recorded. */
const ADD = command("sellers.add")`
  insert into sellers (since, name, address, tax_id, vat_name, vat_rate)
  select case when exists (select from sellers) then now() else timestamptz 'epoch' end,
         ${text("name")}, ${array(text)("address")}::text[], ${text.orNull("taxId")},
         ${text.orNull("vatName")}, ${decimal.orNull("vatRate")}`;

/** Records the current seller, if it has changed. */
export async function noteSeller(seller: Seller, manager: EntityManager): Promise<void> {
  const newest = await NEWEST.first({}, manager);
  if (newest && isSame(newest, seller)) return;
  const { name, address, taxId = null, vat } = seller;
  const tax = { vatName: vat?.name ?? null, vatRate: vat?.rate ?? null };
  await ADD.run({ name, address: [...address], taxId, ...tax }, manager);
}

const isSame = (known: RowOf<typeof SELLER>, seller: Seller) =>
  known.name === seller.name &&
  known.taxId === (seller.taxId ?? null) &&
  known.vatName === (seller.vat?.name ?? null) &&
  known.vatRate === (seller.vat?.rate ?? null) &&
  known.address.join("\n") === seller.address.join("\n");

/** Records the seller at server start: the environment may have changed it. */
export const noteSellerAtStart = (): Promise<void> =>
  em().transactional((manager) => noteSeller(config().seller, manager));

const AT = statement("sellers.at", SELLER)`
  select ${SELLER} from sellers where since <= ${timestamp("at")}::timestamptz order by since desc, id desc limit 1`;

/** The seller at a moment, as the receipt names it regardless of later settings. */
export async function sellerAt(at: Date, manager?: EntityManager): Promise<Seller> {
  const found = await AT.first({ at }, manager);
  if (!found) return config().seller;
  const { name, address, taxId, vatName, vatRate } = found;
  const vat = vatName !== null && vatRate !== null ? { name: vatName, rate: vatRate } : undefined;
  return { name, address, taxId: taxId ?? undefined, vat };
}
