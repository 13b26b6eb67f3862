import { Webhook } from "db/entities/webhook";
import { columns } from "db/entity-columns.server";
import { text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { openSecret } from "~/platform/sealed-secret.server";
import { PURPOSE } from "./webhooks.queries.server";

const FORGET = command("webhooks.forget-secrets")`
  update webhooks set previous_sealed = null, previous_until = null where previous_until <= now()`;

const STORED = columns(Webhook, "id", "sealed", "previousSealed");
const READ = statement("webhooks.sealed", STORED)`select ${STORED} from webhooks`;

/** What was rotated since is left alone. */
const RENEW = command("webhooks.renew-secrets")`
  update webhooks set sealed = ${text("current")}, previous_sealed = ${text.orNull("previous")}
   where id = ${uuid("id")} and sealed = ${text("former")}
     and previous_sealed is not distinct from ${text.orNull("formerPrevious")}`;

/** Forgets the secrets that do not sign any more, and encrypts the others with the server's current secret. */
export async function keepSecrets(): Promise<void> {
  await FORGET.run();
  for (const { id, sealed: former, previousSealed: formerPrevious } of await READ.all()) {
    const current = renewSecret(id, former);
    const previous = formerPrevious && renewSecret(id, formerPrevious);
    if (current !== former || previous !== formerPrevious)
      await RENEW.run({ id, current, previous, former, formerPrevious });
  }
}

const renewSecret = (id: string, sealed: string): string =>
  openSecret(PURPOSE, id, sealed)?.renewed ?? sealed;
