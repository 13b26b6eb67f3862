import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import type { PreparedPicture } from "~/platform/pictures/pictures.server";
import { AppError } from "~/web/app-error.server";
import { saveWithPhoto } from "~/web/uploaded-photo.server";
import type { OwnProfile } from "./admins.rules";
import { ownChange } from "./own-account.server";
import { changeProfile } from "./staff-profile.server";

const OWN = columns(Staff, "fullname", "bio", "version");
const READ = statement("own-profile.read", OWN)`select ${OWN} from staff where id = ${uuid("id")}`;
const LOCK = statement("own-profile.lock", OWN)`
  select ${OWN} from staff where id = ${uuid("id")} for update`;
const RENAME = command("own-profile.rename")`
  update staff set fullname = ${text("fullname")}, version = version + 1 where id = ${uuid("id")}`;

export async function loadOwnName(staff: StaffViewer): Promise<{ fullname: string; version: number }> {
  const own = await READ.first({ id: staff.id });
  return own ?? { fullname: staff.fullname, version: 0 };
}

/** Changes the own name and author text. Absent values stay.
 * @param version that was edited
 * @throws AppError 409 with the saved values if somebody else saved first; 503 if the picture cannot be stored
 */
export const saveOwnProfile = (
  staff: StaffViewer,
  profile: OwnProfile & { portrait?: PreparedPicture },
  version?: number,
): Promise<void> =>
  saveWithPhoto(profile.portrait, () =>
    em().transactional((manager) => write(manager, staff, profile, version)),
  );

async function write(
  manager: EntityManager,
  staff: StaffViewer,
  { fullname, ...profile }: OwnProfile & { portrait?: PreparedPicture },
  version: number | undefined,
) {
  const stored = await LOCK.first({ id: staff.id }, manager);
  if (stored && version !== undefined && stored.version !== version) throw conflictWith(stored);
  await RENAME.run({ fullname, id: staff.id }, manager);
  const { differences: others, replaced } = await changeProfile(manager, staff.id, profile);
  const renamed = stored && stored.fullname !== fullname;
  const differences = {
    ...(renamed ? { fullname: { from: stored.fullname, to: fullname } } : {}),
    ...others,
  };
  const fields = Object.keys(differences);
  const detail = fields.length > 0 ? { fields } : null;
  const recordVersion = stored && stored.version + 1;
  logChange(manager, staff, { ...ownChange({ ...staff, fullname }), recordVersion, detail, differences });
  return { saved: undefined, replaced };
}

export const PROFILE_CHANGED = "Somebody else changed this profile.";

const conflictWith = ({
  fullname,
  bio,
  version,
}: {
  fullname: string;
  bio: string | null;
  version: number;
}) =>
  new AppError(409, PROFILE_CHANGED, {
    conflict: { version, values: { fullname, bio: bio ?? "" } },
  });
