import { expect, it } from "vitest";
import { readConfig } from "~/platform/config.server";

const ENOUGH = { NODE_ENV: "test", DATABASE_URL: "postgresql://nobody@localhost/none" } as const;

it("refuses a bucket, one line per variable, for nothing would be kept there", () => {
  expect(readConfig({ ...ENOUGH, UPLOADS_S3_BUCKET: "pictures", UPLOADS_S3_REGION: "eu-west-1" })).toEqual({
    problems: [
      "UPLOADS_S3_BUCKET is not supported: uploads are kept in DATA_DIR",
      "UPLOADS_S3_REGION is not supported: uploads are kept in DATA_DIR",
    ],
  });
});

it("takes an empty one for none", () => {
  expect(readConfig({ ...ENOUGH, UPLOADS_S3_BUCKET: "" })).toHaveProperty("config");
});
