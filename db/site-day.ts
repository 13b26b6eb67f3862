// On globalThis for the same reason as the database itself, see orm.server.ts.
const shared = globalThis as { openbellZone?: string };

/** The IANA time zone in which the site's days begin; `startOrm` says which. */
export function setSiteTimeZone(zone: string): void {
  shared.openbellZone = zone;
}

/** SQL for today's date at the site, by the database's clock. */
export function siteTodaySql(): string {
  const zone = shared.openbellZone ?? "UTC";
  return `(now() at time zone '${zone.replaceAll("'", "''")}')::date`;
}
