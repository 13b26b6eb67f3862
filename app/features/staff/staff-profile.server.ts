import type { Differences } from "db/entities/change";
import { Image } from "db/entities/image";
import { Staff } from "db/entities/staff";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { keepPicture, type PreparedPicture } from "~/platform/pictures/pictures.server";
import { OPTIONAL_PICTURE } from "~/platform/pictures/stored-picture.server";
import { PORTRAIT_FIELD, type ProfileWords } from "./admins.rules";

const PROFILE = { ...columnsAs("s", Staff, "bio"), portrait: OPTIONAL_PICTURE };
const READ = statement("staff-profile.read", PROFILE)`
  select ${PROFILE} from staff s left join images i on i.id = s.portrait_id where s.id = ${uuid("id")}`;

/** The text and portrait of an author page. */
export const loadProfile = (id: string) => READ.first({ id });

const STORED = { ...columnsAs("s", Staff, "bio"), portraitId: uuid.orNull.from`s.portrait_id` };
const STORED_NOW = statement(
  "staff-profile.stored",
  STORED,
)`select ${STORED} from staff s where s.id = ${uuid("id")}`;

const WRITE = command("staff-profile.write")`
  update staff set bio = ${text.orNull("bio")}, portrait_id = ${uuid.orNull("portraitId")} where id = ${uuid("id")}`;

export type ProfileChange = ProfileWords & { portrait?: PreparedPicture };

/** Changes an author page in the transaction that has locked the account. Absent values stay.
 * @returns the differences, and the id of the replaced portrait, whose files are deleted after the commit
 */
export async function changeProfile(
  manager: EntityManager,
  id: string,
  { bio, portrait, removePortrait }: ProfileChange,
): Promise<{ differences: Differences; replaced?: string }> {
  const stored = (await STORED_NOW.first({ id }, manager)) ?? { bio: null, portraitId: null };
  const kept = removePortrait === "on" ? null : stored.portraitId;
  const after = { bio: bio === undefined ? stored.bio : bio, portraitId: portrait?.id ?? kept };
  if (portrait) {
    keepPicture(manager, portrait);
    await manager.flush();
  }
  await WRITE.run({ ...after, id }, manager);
  const replaced = after.portraitId === stored.portraitId ? null : stored.portraitId;
  if (replaced) await manager.nativeDelete(Image, { id: replaced });
  const changed = (before: string | null, now: string | null) => ({ from: before ?? "", to: now ?? "" });
  const differences: Differences = {
    ...(after.bio === stored.bio ? {} : { bio: changed(stored.bio, after.bio) }),
    ...(after.portraitId === stored.portraitId
      ? {}
      : { [PORTRAIT_FIELD]: changed(stored.portraitId, after.portraitId) }),
  };
  return { differences, replaced: replaced ?? undefined };
}
