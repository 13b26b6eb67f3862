import { Migration } from "@mikro-orm/migrations";

/**
 * The browsers in which somebody had a trial, and which of the devices that are known are browsers: programs of one network look alike.
 * Of those of before nobody knows which are which until somebody signs in with them, and only what is known to be a browser counts.
 */
export class Migration20261127130032_trial_devices extends Migration {
  override up(): void {
    this.addSql("alter table known_devices add column is_browser boolean not null default false");
    this.addSql("create index known_devices_device_hash_index on known_devices (device_hash)");
    this.addSql(`create table trial_devices (
      device_hash text not null primary key
        constraint trial_devices_hash_format check (device_hash ~ '^[0-9a-f]{64}$'))`);
    this.addSql(`insert into trial_devices (device_hash)
      select distinct d.device_hash from trials t join known_devices d on d.member_id = t.member_id`);
  }

  override down(): void {
    this.addSql("drop table trial_devices");
    this.addSql("drop index known_devices_device_hash_index");
    this.addSql("alter table known_devices drop column is_browser");
  }
}
