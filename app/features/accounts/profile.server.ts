import { LockMode } from "@mikro-orm/core";
import { Image } from "db/entities/image";
import { Member } from "db/entities/member";
import { em } from "db/orm.server";
import { type MemberAccount, memberById, serializeMember } from "~/access/member-account.queries.server";
import { requireFulfilled } from "~/admin-kit/conditions.server";
import { PHOTO_FIELD, type Profile, profileSchema, REMINDER_OPTIONS } from "~/auth/account.rules";
import type { MemberViewer } from "~/auth/viewer.server";
import { keepNewsletters } from "~/features/newsletters/choices.queries.server";
import { keepPicture, type PreparedPicture } from "~/platform/pictures/pictures.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import type { Conditions } from "~/web/conditions.server";
import type { Submission } from "~/web/submission.server";
import { saveWithPhoto, uploadedPhoto } from "~/web/uploaded-photo.server";

/**
 * Changes a member's names and, if sent, the photo. Members cannot change their email here, so a sent `email`
 * is ignored. The old photo is deleted after the commit.
 * @throws AppError 422; 412 if the conditions do not hold
 */
export async function updateProfile(
  member: MemberViewer,
  submission: Submission,
  conditions?: Conditions,
): Promise<MemberAccount> {
  const names = parseOrThrow(profileSchema, submission.values);
  const photo = await uploadedPhoto(submission, PHOTO_FIELD);
  const changes = { ...names, ...remindersIn(submission) };
  await saveWithPhoto(photo, () => writeProfile(member.id, { ...changes, photo, conditions }));
  const saved = await memberById(member.id);
  if (!saved) throw new AppError(401, "Sign in as a member to do this.");
  return saved;
}

/** What a member reads of themselves in the API. */
export const profileAnswer = (member: MemberAccount) => ({
  message: "Profile loaded",
  user: serializeMember(member),
});

/** API clients do not send this field; without it the value stays. */
const remindersIn = ({ values: { remindByMail } }: Submission) =>
  REMINDER_OPTIONS.some(({ value }) => value === remindByMail)
    ? { remindByMail: remindByMail === "yes" }
    : {};

type Changes = Profile & { remindByMail?: boolean; photo?: PreparedPicture; conditions?: Conditions };

const writeProfile = (memberId: string, { photo, conditions, ...changes }: Changes) =>
  em().transactional(async (manager) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
    const member = await manager.findOneOrFail(Member, { id: memberId }, lock);
    const saved = conditions && (await memberById(memberId, manager));
    if (saved) {
      const read = profileAnswer(saved);
      requireFulfilled(conditions, member, { read, record: read.user });
    }
    if (changes.remindByMail !== undefined) await keepNewsletters(memberId, manager);
    manager.assign(member, changes);
    if (!photo) return { saved: undefined };
    const previousId = member.profileImage?.id;
    manager.assign(member, { profileImage: keepPicture(manager, photo) });
    await manager.flush();
    if (previousId) await manager.nativeDelete(Image, { id: previousId });
    return { saved: undefined, replaced: previousId };
  });
