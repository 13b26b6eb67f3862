import { Migration } from "@mikro-orm/migrations";

/**
 * The mailbox that an address leads to: one form for all addresses that a provider is known to deliver to the same one. For any other
 * provider it is the address itself. `host`: the one name of several that the same mailboxes have; `tag`: what begins the part that
 * is left out; `dots`: whether dots before the @ count for nothing. Sources: the providers' own help pages on aliases.
 */
export const MAILBOX_OF = `create function mailbox_of(address text) returns text
  language sql immutable strict parallel safe
  return coalesce((
    select case when p.dots then replace(n.name, '.', '') else n.name end || '@' || coalesce(p.host, a.host)
      from (select split_part(lower(address), '@', -1) as host, regexp_replace(lower(address), '@[^@]*$', '') as name) as a
      join (values
        ('^(gmail|googlemail)[.]com$', 'gmail.com', '+', true),
        ('^(outlook|hotmail|live)[.](com|co[.][a-z]{2}|com[.][a-z]{2}|[a-z]{2})$', null, '+', false),
        ('^msn[.]com$', null, '+', false),
        ('^(icloud|me|mac)[.]com$', 'icloud.com', '+', false),
        ('^fastmail[.](com|fm)$', null, '+', false),
        ('^(proton[.]me|pm[.]me|protonmail[.](com|ch))$', 'proton.me', '+', false),
        ('^yahoo[.](com|co[.][a-z]{2}|com[.][a-z]{2}|[a-z]{2})$', null, '-', false)
      ) as p(hosts, host, tag, dots) on a.host ~ p.hosts
      cross join lateral (select split_part(a.name, p.tag, 1) as name) as n
     where replace(n.name, '.', '') <> ''
  ), lower(address))`;

/** Members by the mailbox of their address. */
export class Migration20261127130031_mailboxes extends Migration {
  override up(): void {
    this.addSql(MAILBOX_OF);
    this.addSql("create index members_mailbox_index on members (mailbox_of(email::text))");
  }

  override down(): void {
    this.addSql("drop index members_mailbox_index");
    this.addSql("drop function mailbox_of(text)");
  }
}
