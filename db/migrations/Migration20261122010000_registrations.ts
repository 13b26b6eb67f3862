import { Migration } from "@mikro-orm/migrations";

/** Every registration of a pending address is kept until one of them is proved, and a member may be without a password. */
export class Migration20261122010000_registrations extends Migration {
  override up(): void {
    this.addSql(`
      create table registrations (
        id uuid not null default gen_random_uuid() primary key,
        created_at timestamptz(3) not null default now(),
        member_id uuid not null
          constraint registrations_member_id_foreign references members on update cascade on delete cascade,
        firstname text not null
          constraint registrations_firstname_length check (char_length(firstname) between 1 and 100),
        lastname text not null
          constraint registrations_lastname_length check (char_length(lastname) between 1 and 100),
        password_hash text not null
          constraint registrations_password_hash_length check (char_length(password_hash) between 20 and 300),
        browser_hash text constraint registrations_browser_hash_format check (browser_hash ~ '^[0-9a-f]{64}$'),
        referral_code text
          constraint registrations_referral_code_length check (char_length(referral_code) between 4 and 32)
      )
    `);
    this.addSql(
      "create index registrations_member_id_created_at_index on registrations (member_id, created_at)",
    );
    this.addSql("alter table members alter column password_hash drop not null");
    this.addSql(`
      insert into registrations (member_id, created_at, firstname, lastname, password_hash, referral_code)
      select m.id, m.created_at, m.firstname, m.lastname, m.password_hash, referrer.referral_code
        from members m
        left join referrals r on r.friend_id = m.id
        left join members referrer on referrer.id = r.referrer_id
       where m.status = 'pending' and not m.registered_by_admin
    `);
  }

  override down(): void {
    this.addSql(
      "update members set password_hash = 'none yet, to be set by mail' where password_hash is null",
    );
    this.addSql("alter table members alter column password_hash set not null");
    this.addSql("drop table registrations");
  }
}
