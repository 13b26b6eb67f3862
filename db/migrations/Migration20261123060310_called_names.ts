import { Migration } from "@mikro-orm/migrations";

/** As before, with what its public calls name it after what quotes and briefs do. */
const OF_INSTRUMENT = (called: string) => `
create or replace function keep_public_name() returns trigger language plpgsql as $$
begin
  new.public_name := case when new.merged_into is null
    then coalesce(public_name_of(new.id), ${called}case when new.kind = 'index' then new.name end) end;
  return new;
end
$$`;

const RENEW = (called: string) => `
create or replace function renew_public_name(instrument uuid) returns void language plpgsql as $$
declare
  called text := public_name_of(instrument);
begin
  if exists (select 1 from instruments where id = instrument
              and public_name is distinct from coalesce(called, ${called}case when kind = 'index' then name end)) then
    update instruments set public_name = coalesce(called, ${called}case when kind = 'index' then name end) where id = instrument;
  end if;
end
$$`;

/** The calls of an instrument that is merged are the other one's, and so is what they name it. */
const CARRY = (named: string) => `
create or replace function carry_merged_calls() returns trigger language plpgsql as $$
begin
  update calls set instrument_id = new.merged_into where instrument_id = new.id;${named}
  return null;
end
$$`;
const CARRY_NAME = `
  update instruments set called_name = new.called_name
   where id = new.merged_into and called_name is null and new.called_name is not null;`;

const BY = "create trigger instruments_public_name before insert or update of name, kind, merged_into";
const KEEP = "on instruments for each row execute function keep_public_name()";

const KNOWN_INDEX = `create index calls_unknown_index on calls (waits_from, id)
  where state <> 'open' and kind <> 'brief' and not mistake and not known`;

/** A company is found by its public calls. Which calls are public is found out after the start, in parts. */
export class Migration20261123060310_called_names extends Migration {
  override up(): void {
    this.addSql("alter table calls add column known boolean not null default false");
    this.addSql(KNOWN_INDEX);
    this.addSql("alter table instruments add column called_name text");
    for (const made of [OF_INSTRUMENT("new.called_name, "), RENEW("called_name, "), CARRY(CARRY_NAME)])
      this.addSql(made);
    this.addSql("drop trigger instruments_public_name on instruments");
    this.addSql(`${BY}, called_name ${KEEP}`);
  }

  override down(): void {
    this.addSql("drop trigger instruments_public_name on instruments");
    this.addSql(`${BY} ${KEEP}`);
    for (const made of [OF_INSTRUMENT(""), RENEW(""), CARRY("")]) this.addSql(made);
    this.addSql("alter table instruments drop column called_name");
    this.addSql("alter table calls drop column known");
    this.addSql("update instruments set name = name where public_name is not null");
  }
}
