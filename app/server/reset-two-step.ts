import { Staff } from "db/entities/staff";
import { em, migrate, startOrm, stopOrm } from "db/orm.server";
import { resetToPassword } from "~/features/staff/two-step/reset.server";
import { mailTwoStep } from "~/features/staff/two-step/two-step-mail.server";
import { config } from "~/platform/config.server";
import { startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { MAIL_QUEUE } from "~/platform/jobs/queue-names";
import { normalizeEmail } from "~/web/email-address";
import { EXIT_USAGE, readWords } from "./command-words";

const USAGE = "Usage: npm run reset-two-step -- --email ADDRESS";

/**
 * `npm run reset-two-step -- --email edda@example.com`. For a superadmin who lost the app and the recovery
 * codes; shell access to the server proves their identity. Their devices are signed out, and they receive an
 * email.
 */
export async function resetTwoStepCommand(args: string[]): Promise<void> {
  const values = readWords(args, USAGE, { email: { type: "string" } });
  const email = normalizeEmail(values.email ?? "");
  if (!email) {
    console.error("--email is missing");
    process.exit(EXIT_USAGE);
  }
  await startOrm({ url: config().databaseDirectUrl });
  try {
    await migrate();
    await startJobs([MAIL_QUEUE], (error) => console.error(error.message), false);
    console.log(await reset(email));
  } finally {
    await stopJobs();
    await stopOrm();
  }
}

async function reset(email: string): Promise<string> {
  const person = await em().findOne(Staff, { email });
  if (!person) {
    process.exitCode = 1;
    return `No member of staff has the email ${email}.`;
  }
  const wasOn = await em().transactional(async (manager) => {
    if (!(await resetToPassword(manager, person.id))) return false;
    await mailTwoStep(manager, email, { kind: "reset" });
    return true;
  });
  const name = `${person.fullname} <${email}>`;
  return wasOn
    ? `Two-step sign-in for ${name} is now off. They can sign in with their password alone, then set up two-step sign-in again.`
    : `Two-step sign-in for ${name} was already off.`;
}
