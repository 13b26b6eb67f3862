import { z } from "zod";

/** Kinds of settings, each with what is wrong with one that is none. */

export const flag = z
  .enum(["0", "1", "true", "false"])
  .transform((value) => value === "1" || value === "true");

export const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, "is not a time zone such as UTC or Europe/London");

export const httpUrl = z
  .string()
  .refine(
    (text) => isUrlOf(text, ["http:", "https:"]),
    "must be an http or https address such as https://www.example.com",
  );

export const smtpUrl = z
  .string()
  .refine(
    (text) => isUrlOf(text, ["smtp:", "smtps:"]),
    "must be an address such as smtp://user:password@mail.example.com:587",
  );

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  try {
    return protocols.includes(new URL(text).protocol);
  } catch {
    return false;
  }
}
