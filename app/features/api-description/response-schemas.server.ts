import { z } from "zod";
import { sampleOf, told } from "~/admin-kit/record-schema.server";
import { memberForm } from "~/features/accounts/member.schema.server";

export const messageWords = (message: string) => told(z.string(), "A sentence for people.", message);

export const sessionToken = told(
  z.string(),
  "Send it as `Authorization: Bearer`. It is shown once; the database keeps its hash only.",
  "Vq3nX0Jr8c1mYB7tKfLz5pWd2sHgQe9uAoRi4NxTkE6",
);

/** `{ message, user }`, as profile and capture answer. */
export const userReply = (message: string) =>
  z.strictObject({ message: messageWords(message), user: memberForm });

export const memberSample = sampleOf(memberForm) as { id: string };
