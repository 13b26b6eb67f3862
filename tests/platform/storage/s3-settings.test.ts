import { describe, expect, it } from "vitest";
import { readConfig } from "~/platform/config.server";

const ENOUGH = { NODE_ENV: "test", DATABASE_URL: "postgresql://nobody@localhost/none" } as const;
const STORE = {
  UPLOADS_S3_REGION: "eu-west-1",
  UPLOADS_S3_BUCKET: "pictures",
  UPLOADS_S3_ACCESS_KEY_ID: "AKIA",
  UPLOADS_S3_SECRET_ACCESS_KEY: "secret",
} as const;

function settingsOf(env: Record<string, string>) {
  const read = readConfig({ ...ENOUGH, ...env });
  return "config" in read ? read.config.uploadsS3 : read.problems;
}

it("uses the disk without S3 variables", () => {
  expect(settingsOf({})).toBeUndefined();
  expect(settingsOf({ UPLOADS_S3_BUCKET: "" })).toBeUndefined();
});

it("uses Amazon S3 with a region", () => {
  expect(settingsOf(STORE)).toEqual({
    endpoint: undefined,
    region: "eu-west-1",
    bucket: "pictures",
    accessKeyId: "AKIA",
    secretAccessKey: "secret",
    prefix: "",
    forcePathStyle: false,
  });
});

it("uses another store by its address, with the bucket in the path", () => {
  const other = { ...STORE, UPLOADS_S3_REGION: "", UPLOADS_S3_ENDPOINT: "https://store.example.com/" };
  expect(settingsOf(other)).toMatchObject({
    endpoint: "https://store.example.com",
    region: "us-east-1",
    forcePathStyle: true,
  });
  expect(settingsOf({ ...other, UPLOADS_S3_FORCE_PATH_STYLE: "0" })).toMatchObject({ forcePathStyle: false });
});

it.each([
  ["openbell", "openbell/"],
  ["site/uploads/", "site/uploads/"],
])("normalises the prefix %s", (prefix, kept) => {
  expect(settingsOf({ ...STORE, UPLOADS_S3_PREFIX: prefix })).toMatchObject({ prefix: kept });
});

describe("S3 settings reject, with a line per variable,", () => {
  it("incomplete settings", () => {
    const needs = "must be set too: the picture store needs a bucket, a key and a secret";
    expect(settingsOf({ UPLOADS_S3_PREFIX: "site" })).toEqual([
      `UPLOADS_S3_BUCKET ${needs}`,
      `UPLOADS_S3_ACCESS_KEY_ID ${needs}`,
      `UPLOADS_S3_SECRET_ACCESS_KEY ${needs}`,
      "UPLOADS_S3_REGION must be set too, or UPLOADS_S3_ENDPOINT for a store other than Amazon S3",
    ]);
  });

  it("unknown settings", () => {
    expect(settingsOf({ ...STORE, UPLOADS_S3_BUKET: "pictures" })).toEqual([
      expect.stringMatching(/^UPLOADS_S3_BUKET is unknown; the known names are UPLOADS_S3_ENDPOINT, /),
    ]);
  });

  it.each([
    ["UPLOADS_S3_ENDPOINT", "store.example.com", "must be an http or https address"],
    ["UPLOADS_S3_REGION", "Europe, West", "must be a region name"],
    ["UPLOADS_S3_BUCKET", "My Pictures", "must be a bucket name"],
    ["UPLOADS_S3_PREFIX", "/uploads", "must be a folder"],
    ["UPLOADS_S3_PREFIX", "../uploads", "must be a folder"],
    ["UPLOADS_S3_FORCE_PATH_STYLE", "yes", ""],
  ])("%s: %j", (name, value, why) => {
    expect(settingsOf({ ...STORE, [name]: value })).toEqual([expect.stringContaining(`${name} ${why}`)]);
  });
});
