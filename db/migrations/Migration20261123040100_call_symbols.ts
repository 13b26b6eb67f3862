import { Migration } from "@mikro-orm/migrations";

const trigger = (name: string, when: string) => `
create trigger ${name} before ${when}
  execute function keep_call_instrument()`;

/**
 * The instrument of a call is looked for when it gets its symbol, and not with each of its events: a symbol that its company has
 * left may be another company's by then.
 */
export class Migration20261123040100_call_symbols extends Migration {
  override up(): void {
    this.addSql("drop trigger calls_instrument on calls");
    this.addSql(trigger("calls_instrument", "insert on calls for each row"));
    this.addSql(
      trigger(
        "calls_other_instrument",
        "update of symbol on calls for each row when (new.symbol is distinct from old.symbol)",
      ),
    );
  }

  override down(): void {
    this.addSql("drop trigger calls_other_instrument on calls");
    this.addSql("drop trigger calls_instrument on calls");
    this.addSql(trigger("calls_instrument", "insert or update of symbol on calls for each row"));
  }
}
