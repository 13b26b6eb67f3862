import { Image } from "db/entities/image";
import { Member } from "db/entities/member";
import { em } from "db/orm.server";
import type { MemberViewer } from "~/features/auth/viewer.server";
import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { InvalidPictureError, keepPicture, type PreparedPicture } from "~/platform/pictures/pictures.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { storeUpload, uploadedPicture } from "~/web/pending-pictures.server";
import type { Submission } from "~/web/submission.server";
import { PHOTO_FIELD, type Profile, profileSchema } from "./account.rules";
import { type MemberAccount, memberById } from "./member.queries.server";

/**
 * Changes a member's names and, when one was sent, the photo. The email is not theirs to change here, so an `email`
 * beside them is not looked at. The old photo goes after the commit.
 * @throws AppError 422
 */
export async function updateProfile(member: MemberViewer, submission: Submission): Promise<MemberAccount> {
  const names = parseOrThrow(profileSchema, submission.values);
  const photo = await readPhoto(submission);
  const replacedId = await saveProfile(member.id, names, photo);
  if (replacedId) await discardPicture(replacedId);
  const saved = await memberById(member.id);
  if (!saved) throw new AppError(401, "Sign in as a member to do this.");
  return saved;
}

const TOO_LARGE = "The photo is too large. Please choose one of at most 5 MB";

async function readPhoto(submission: Submission): Promise<PreparedPicture | undefined> {
  try {
    return await uploadedPicture(submission, PHOTO_FIELD, TOO_LARGE);
  } catch (error) {
    if (!(error instanceof InvalidPictureError)) throw error;
    throw new AppError(422, error.message, { fieldErrors: { [PHOTO_FIELD]: error.message } });
  }
}

/** @returns the id of the photo that was there before, if it was replaced. */
async function saveProfile(
  memberId: string,
  names: Profile,
  photo: PreparedPicture | undefined,
): Promise<string | undefined> {
  if (photo) await storeUpload(photo);
  try {
    return await em().transactional(async (manager) => {
      const member = await manager.findOneOrFail(Member, { id: memberId });
      manager.assign(member, names);
      if (!photo) return undefined;
      const previousId = member.profileImage?.id;
      manager.assign(member, { profileImage: keepPicture(manager, photo) });
      await manager.flush();
      if (previousId) await manager.nativeDelete(Image, { id: previousId });
      return previousId;
    });
  } catch (error) {
    if (photo) await discardPicture(photo.id);
    throw error;
  }
}
