import { randomUUID } from "node:crypto";
import {
  InvalidPictureError,
  type PreparedPicture,
  preparePicture,
} from "~/platform/pictures/pictures.server";
import type { Submission } from "./submission.server";

/**
 * The picture of a submission, or of an earlier one of the same form. Undefined if none was chosen.
 * @param tooLarge the message for a file beyond `UPLOAD_LIMITS`
 * @throws InvalidPictureError with the message for the field
 */
export async function uploadedPicture(
  submission: Submission,
  field: string,
  tooLarge: string,
): Promise<PreparedPicture | undefined> {
  const upload = submission.files[field];
  if (upload?.tooLarge) throw new InvalidPictureError(tooLarge);
  if (upload && upload.bytes.length > 0) return preparePicture(upload.bytes);
  const { kept } = submission;
  if (!kept) return undefined;
  if (!kept.picture)
    throw new InvalidPictureError("The picture you chose has expired. Please choose it again");
  // A new id, so that the pending picture stays until the save has succeeded.
  return { ...kept.picture, id: randomUUID() };
}
