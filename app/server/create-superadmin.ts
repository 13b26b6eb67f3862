import { UniqueConstraintViolationException } from "@mikro-orm/core";
import { Staff } from "db/entities/staff";
import { em, migrate, startOrm, stopOrm } from "db/orm.server";
import { z } from "zod";
import { newPasswordSchema } from "~/auth/account.rules";
import { hashPassword } from "~/auth/password-hash.server";
import { config } from "~/platform/config.server";
import { normalizeEmail } from "~/web/email-address";
import { askPassword } from "./ask-password";
import { EXIT_USAGE, readWords } from "./command-words";

/** The shell's code for a command that SIGINT ended. */
const EXIT_CANCELLED = 130;

const USAGE = "Usage: npm run create-superadmin -- --name NAME --email ADDRESS";

const schema = z.object({
  fullname: z.string("--name is missing").trim().min(1, "--name is empty").max(100, "--name is too long"),
  email: z
    .string("--email is missing or not an address")
    .overwrite(normalizeEmail)
    .pipe(z.email("--email is missing or not an address")),
  password: newPasswordSchema,
});

/**
 * `npm run create-superadmin -- --name "Edda Fairweather" --email edda@example.com`. The password is prompted
 * for or read from standard input, never an argument, which other users of the machine could see.
 */
export async function createSuperadmin(args: string[]): Promise<void> {
  const values = readWords(args, USAGE, { name: { type: "string" }, email: { type: "string" } });
  const password = await askPassword(process.stdin, process.stdout);
  if (password === undefined) process.exit(EXIT_CANCELLED);
  const parsed = schema.safeParse({ fullname: values.name, email: values.email, password });
  if (!parsed.success) {
    console.error(parsed.error.issues[0]?.message);
    process.exit(EXIT_USAGE);
  }
  await startOrm({ url: config().databaseDirectUrl });
  try {
    await migrate();
    const { fullname, email, password } = parsed.data;
    const manager = em();
    manager.create(
      Staff,
      { fullname, email, role: "superadmin", passwordHash: await hashPassword(password) },
      { persist: true },
    );
    await manager.flush();
    console.log(`${fullname} <${email}> is now a superadmin. Sign in at ${config().publicUrl}/admin/login`);
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    console.error(`${parsed.data.email} already belongs to a member of staff.`);
    process.exitCode = 1;
  } finally {
    await stopOrm();
  }
}
