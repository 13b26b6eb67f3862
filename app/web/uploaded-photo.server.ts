import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { InvalidPictureError, type PreparedPicture } from "~/platform/pictures/pictures.server";
import { fieldError } from "./app-error.server";
import { storeUpload } from "./pending-pictures.server";
import type { Submission } from "./submission.server";
import { uploadedPicture } from "./uploaded-picture.server";

const TOO_LARGE = "The photo is too large. Choose one of 5 MB or less.";

/** The photo of a submission; undefined if none was chosen. @throws AppError 422 at its field */
export async function uploadedPhoto(
  submission: Submission,
  field: string,
): Promise<PreparedPicture | undefined> {
  try {
    return await uploadedPicture(submission, field, TOO_LARGE);
  } catch (error) {
    if (!(error instanceof InvalidPictureError)) throw error;
    throw fieldError(422, field, error.message);
  }
}

/** @property replaced the id of the photo whose row was deleted, if there was one */
type SavedWithPhoto<Saved> = { saved: Saved; replaced?: string };

/**
 * Saves a record that may have a new photo. The files are stored first and deleted if the save fails;
 * replaced files are deleted after the commit.
 */
export async function saveWithPhoto<Saved>(
  photo: PreparedPicture | undefined,
  save: () => Promise<SavedWithPhoto<Saved>>,
): Promise<Saved> {
  if (photo) await storeUpload(photo);
  try {
    const { saved, replaced } = await save();
    if (replaced) await discardPicture(replaced);
    return saved;
  } catch (error) {
    if (photo) await discardPicture(photo.id);
    throw error;
  }
}
