import { z } from "zod/mini";
import { mailboxSchema } from "~/auth/account.rules";
import { line } from "./editions.rules";

/** Part of an email’s headers: one line, in one direction. */
const headerLine = (most: number) =>
  line(most).check(
    z.refine(
      (text) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text),
      "This has characters that are not allowed.",
    ),
  );

const sender = {
  senderName: headerLine(60),
  senderAddress: z.union([z.literal(""), mailboxSchema]),
};

type Sender = { senderName: string; senderAddress: string };
const withWholeSender = z.refine<Sender>(
  ({ senderName, senderAddress }) => (senderName === "") === (senderAddress === ""),
  { error: "Fill in both the name and the address, or neither.", path: ["senderAddress"] },
);

/** The settings of a newsletter that every site has. */
export const senderSchema = z.object(sender).check(withWholeSender);

/** Those of one that the owner added. */
export const ownNewsletterSchema = z
  .object({ title: headerLine(60).check(z.minLength(1, "Enter a name.")), hint: headerLine(160), ...sender })
  .check(withWholeSender);
