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
/** The first is who has sold since the site began: before, nobody wrote it down. */
const ADD = command("sellers.add")`
  insert into sellers (since, name, address, tax_id, vat_name, vat_rate)
  select case when exists (select from sellers) then now() else timestamptz 'epoch' end,
         ${text("name")}, ${array(text)("address")}::text[], ${text.orNull("taxId")},
         ${text.orNull("vatName")}, ${decimal.orNull("vatRate")}`;

/** Writes down who sells from now on, where that is somebody else than before. */
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

/** The same at the start of a server: what the environment says may be new. */
export const noteSellerAtStart = (): Promise<void> =>
  em().transactional((manager) => noteSeller(config().seller, manager));

const AT = statement("sellers.at", SELLER)`
  select ${SELLER} from sellers where since <= ${timestamp("at")}::timestamptz order by since desc, id desc limit 1`;

/** Who sold at a moment, as its receipt names them whatever is set since. */
export async function sellerAt(at: Date, manager?: EntityManager): Promise<Seller> {
  const found = await AT.first({ at }, manager);
  if (!found) return config().seller;
  const { name, address, taxId, vatName, vatRate } = found;
  const vat = vatName !== null && vatRate !== null ? { name: vatName, rate: vatRate } : undefined;
  return { name, address, taxId: taxId ?? undefined, vat };
}
