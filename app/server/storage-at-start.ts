import { config } from "~/platform/config.server";
import { StorageRefusedError, StorageUnavailableError, storage } from "~/platform/storage.server";

/** sysexits.h: EX_UNAVAILABLE for a possible retry, EX_CONFIG for a wrong configuration. */
const EXIT = { away: 69, refuses: 78 } as const;

/**
 * Checks the bucket and keys of the picture store, if there is one. An unavailable store does not prevent the
 * start, because everything but pictures works without it.
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

/** The setting that caused a refusal, if the store names it. */
const SETTINGS: Record<string, string> = {
  NoSuchBucket: "UPLOADS_S3_BUCKET",
  InvalidBucketName: "UPLOADS_S3_BUCKET",
  InvalidAccessKeyId: "UPLOADS_S3_ACCESS_KEY_ID",
  AccessDenied: "UPLOADS_S3_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "UPLOADS_S3_SECRET_ACCESS_KEY",
  AuthorizationHeaderMalformed: "UPLOADS_S3_REGION",
  PermanentRedirect: "UPLOADS_S3_REGION",
};

/** A one-line message for the operator. @returns undefined for other errors */
export function describeStorageError(error: unknown): { line: string; exitCode: number } | undefined {
  if (!(error instanceof StorageUnavailableError)) return undefined;
  if (error instanceof StorageRefusedError) {
    const setting = SETTINGS[error.code] ?? "UPLOADS_S3_ENDPOINT";
    return {
      line: `${setting}: the picture store refuses access (${error.message})`,
      exitCode: EXIT.refuses,
    };
  }
  const line = `UPLOADS_S3_ENDPOINT: the picture store does not answer (${error.message})`;
  return { line, exitCode: EXIT.away };
}
