import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { signInBrowser } from "~/auth/form-sign-in.server";
import { consumeLinkSignIn } from "~/auth/single-use-tokens.server";
import { viewerOf } from "~/auth/viewer.server";
import type { RequestArgs } from "~/web/request-args.server";
import { browserHashOf } from "./registration-cookie.server";
import { MEMBER_BY_LINK } from "./sign-in.server";

const PERSON = { ...columns(Member, "id", "email"), passwordHash: text.present.from`password_hash` };
const FIND = statement("link-sign-in.find", PERSON)`
  select ${PERSON} from members where id = ${uuid("id")} and status = 'active' and password_hash is not null`;

/**
 * Signs in the browser that registered with the verification link it opens, once. The link alone signs nobody in: it is in a mail, which
 * is forwarded, logged and read by scanners. Whoever is signed in already stays who they are.
 * @returns the headers that keep the session; undefined where nobody is signed in by it
 */
export async function signInByLink(args: RequestArgs, token: string): Promise<Headers | undefined> {
  const browserHash = browserHashOf(args.request);
  if (args.request.method === "HEAD" || !browserHash || (await viewerOf(args)).kind !== "visitor")
    return undefined;
  const memberId = await consumeLinkSignIn(token, browserHash);
  const person = memberId && (await FIND.first({ id: memberId }));
  return person ? signInBrowser(args, MEMBER_BY_LINK, person) : undefined;
}
