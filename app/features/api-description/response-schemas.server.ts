import { z } from "zod";
import { buildExample, described } from "~/admin-kit/record-schema.server";
import { memberSchema } from "~/features/accounts/member.schema.server";

export const messageText = (message: string) => described(z.string(), "A human-readable message.", message);

export const sessionTokenSchema = described(
  z.string(),
  "Send it as `Authorization: Bearer`. It is shown only once; the database stores only its hash.",
  "Vq3nX0Jr8c1mYB7tKfLz5pWd2sHgQe9uAoRi4NxTkE6",
);

/** `{ message, user }`, the response of profile and capture. */
export const userResponse = (message: string) =>
  z.strictObject({ message: messageText(message), user: memberSchema });

export const memberExample = buildExample(memberSchema) as { id: string };
