import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Staff } from "db/entities/staff";
import { em, migrate, startOrm, stopOrm } from "db/orm.server";
import { z } from "zod";
import { newPasswordSchema } from "~/auth/account.rules";
import { hashPassword } from "~/auth/password-hash.server";
import { config } from "~/platform/config.server";
import { normalizeEmail } from "~/web/email-address";
import { EXIT_USAGE, readWords } from "./command-words";

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
  const parsed = schema.safeParse({
    fullname: values.name,
    email: values.email,
    password: await askPassword(),
  });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) console.error(issue.message);
    process.exit(EXIT_USAGE);
  }
  await startOrm({ url: config().databaseDirectUrl });
  try {
    await migrate();
    const { fullname, email, password } = parsed.data;
    const manager = em();
    if (await manager.count(Staff, { email })) {
      console.error(`${email} already belongs to a member of staff.`);
      process.exitCode = 1;
      return;
    }
    manager.create(
      Staff,
      { fullname, email, role: "superadmin", passwordHash: await hashPassword(password) },
      { persist: true },
    );
    await manager.flush();
    console.log(`${fullname} <${email}> is now a superadmin. Sign in at ${config().publicUrl}/admin/login`);
  } finally {
    await stopOrm();
  }
}

/** Reads the password from a terminal without echo, otherwise the first line of standard input. */
async function askPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true;
  const unseen = new Writable({ write: (_typed, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: terminal ? unseen : undefined, terminal });
  try {
    if (terminal) {
      process.stdout.write("Password: ");
      const typed = await lines.question("");
      process.stdout.write("\n");
      return typed;
    }
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}
