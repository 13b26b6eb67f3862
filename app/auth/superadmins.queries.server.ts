import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { statement } from "db/statement.server";

const ADDRESSES = statement("admins.superadmin-addresses", columns(Staff, "id", "email"))`
  select id, email from staff where role = 'superadmin' and status = 'active'`;

/** Recipients of alerts to the superadmins. */
export const superadminAddresses = (manager: EntityManager) => ADDRESSES.all({}, manager);
