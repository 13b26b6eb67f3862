import { text } from "db/sql";
import { statement } from "db/statement.server";
import webPush from "web-push";

const KEYS = { publicKey: text.present.from`public_key`, privateKey: text.present.from`private_key` };

const READ = statement("push.keys", KEYS)`
  select ${KEYS} from push_sender where one = 1 and public_key is not null`;

/** The row's lock lets one process make them; the others get those. */
const MAKE = statement("push.make-keys", KEYS)`
  update push_sender set public_key = coalesce(public_key, ${text("publicKey")}),
         private_key = coalesce(private_key, ${text("privateKey")})
   where one = 1 returning ${KEYS}`;

export type VapidKeys = { publicKey: string; privateKey: string };

/** The pair that browsers know the site by, as base64url; made on first use and never again. */
export async function vapidKeys(): Promise<VapidKeys> {
  const found = (await READ.first()) ?? (await MAKE.first(webPush.generateVAPIDKeys()));
  if (!found) throw new Error("push_sender has no row");
  return found;
}
