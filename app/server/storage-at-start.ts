import { config } from "~/platform/config.server";
import { StorageRefusedError, StorageUnavailableError, storage } from "~/platform/storage.server";

/** sysexits.h: EX_UNAVAILABLE, trying again may help; EX_CONFIG, somebody has something to set right before. */
const EXIT = { away: 69, refuses: 78 } as const;

/**
 * Asks the store, where there is one, whether it knows our bucket and our keys. One that is away does not keep the site
 * from starting: all but the pictures is there without it, and its coming back is noticed.
 * @throws StorageRefusedError
 */
export async function checkStorage(): Promise<void> {
  if (!config().uploadsS3) return;
  try {
    for await (const _ of storage().list()) break;
  } catch (error) {
    if (!(error instanceof StorageUnavailableError) || error instanceof StorageRefusedError) throw error;
  }
}

/** Which setting a store's refusal is about, as far as it says. */
const SETTINGS: Record<string, string> = {
  NoSuchBucket: "UPLOADS_S3_BUCKET",
  InvalidBucketName: "UPLOADS_S3_BUCKET",
  InvalidAccessKeyId: "UPLOADS_S3_ACCESS_KEY_ID",
  AccessDenied: "UPLOADS_S3_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "UPLOADS_S3_SECRET_ACCESS_KEY",
  AuthorizationHeaderMalformed: "UPLOADS_S3_REGION",
  PermanentRedirect: "UPLOADS_S3_REGION",
};

/** What to tell an operator in one line. @returns undefined for anything else that broke */
export function describeStorageError(error: unknown): { line: string; exitCode: number } | undefined {
  if (!(error instanceof StorageUnavailableError)) return undefined;
  if (error instanceof StorageRefusedError) {
    const setting = SETTINGS[error.code] ?? "UPLOADS_S3_ENDPOINT";
    return {
      line: `${setting}: the store of the pictures refuses us (${error.message})`,
      exitCode: EXIT.refuses,
    };
  }
  const line = `UPLOADS_S3_ENDPOINT: the store of the pictures does not answer (${error.message})`;
  return { line, exitCode: EXIT.away };
}
