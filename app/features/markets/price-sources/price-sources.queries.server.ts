import { PriceFailure } from "db/entities/price-failure";
import { PriceSource, type PriceSourceDays, type PriceSourceKind } from "db/entities/price-source";
import { columns } from "db/entity-columns.server";
import { int, uuid } from "db/sql";
import { statement } from "db/statement.server";

export type { PriceSourceDays, PriceSourceKind };

const SCHEDULE = columns(PriceSource, "id", "active", "hour", "days", "runDay");

const ACTIVE = statement("price-sources.active", SCHEDULE)`
  select ${SCHEDULE} from price_sources where active order by id`;

/** The schedules of all active sources. */
export const activeSchedules = () => ACTIVE.all();

const FAILURE = columns(PriceFailure, "symbol", "at", "reason");

const FAILURES = statement("price-sources.failures", FAILURE)`
  select ${FAILURE} from price_failures where source_id = ${uuid("sourceId")} order by symbol limit ${int("limit")}`;

/** The instruments that got no prices in a source's last run, with the reasons, up to a limit. */
export const loadFailures = (sourceId: string, limit: number) => FAILURES.all({ sourceId, limit });
