import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { signInBrowser } from "~/auth/form-sign-in.server";
import { consumeLinkSignIn } from "~/auth/single-use-tokens.server";
import { viewerOf } from "~/auth/viewer.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readBrowserHash } from "./registration-cookie.server";
import { MEMBER_BY_LINK } from "./sign-in.server";

const PERSON = { ...columns(Member, "id", "email"), passwordHash: text.present.from`password_hash` };
const FIND = statement("link-sign-in.find", PERSON)`
  select ${PERSON} from members where id = ${uuid("id")} and status = 'active' and password_hash is not null`;

/**
 * Signs in the browser that registered with the verification link it opens, once. The link alone signs nobody
 * in: emails get forwarded, logged and scanned. A signed-in member stays signed in as before.
 * @returns the session's headers; undefined if nobody is signed in by the link
 */
export async function signInByLink(args: RequestArgs, token: string): Promise<Headers | undefined> {
  const browserHash = readBrowserHash(args.request);
  if (args.request.method === "HEAD" || !browserHash || (await viewerOf(args)).kind !== "visitor")
    return undefined;
  const memberId = await consumeLinkSignIn(token, browserHash);
  const person = memberId && (await FIND.first({ id: memberId }));
  return person ? signInBrowser(args, MEMBER_BY_LINK, person) : undefined;
}
