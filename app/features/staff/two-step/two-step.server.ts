import { Staff } from "db/entities/staff";
import { RecoveryCode, TwoStepSecret } from "db/entities/two-step";
import { columnAs, columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, int, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { decrypt, encrypt } from "~/platform/encryption.server";
import { AppError, consumeLimit, fieldError } from "~/web/app-error.server";
import { resetLimit } from "~/web/rate-limits.server";
import {
  isAppCode,
  matchStep,
  newRecoveryCodes,
  newSecret,
  RECOVERY_CODES,
  recoveryCodeHash,
} from "./codes.server";

const WRONG_CODE = "This code is wrong or was already used. Enter the current code from your app.";
const WRONG_RECOVERY_CODE = "This recovery code is wrong or was already used.";
const UNREADABLE =
  "Your app’s codes can no longer be checked: the server’s secret has changed. Use a recovery code, or ask for a reset.";

/** An error at the code field. */
const refused = (message: string) => fieldError(422, "code", message);

const PURPOSE = "two-step";

const STATE = {
  since: columnAs("s", Staff, "twoStepSince"),
  codesLeft: int.from`(select count(*)::int from recovery_codes r where r.staff_id = s.id and r.used_at is null)`,
};
const READ_STATE = statement("two-step.state", STATE)`
  select ${STATE} from staff s where s.id = ${uuid("id")}`;

/** When two-step sign-in was turned on, and the number of unused recovery codes. */
export async function twoStepState(id: string): Promise<{ since: Date | null; codesLeft: number }> {
  return (await READ_STATE.first({ id })) ?? { since: null, codesLeft: 0 };
}

const KEPT = {
  ...columns(TwoStepSecret, "sealed"),
  since: timestamp.orNull.from`s.two_step_since`,
  now: timestamp.from`clock_timestamp()`,
};
const READ_SECRET = statement("two-step.secret", KEPT)`
  select ${KEPT} from two_step_secrets join staff s on s.id = staff_id where staff_id = ${uuid("id")}`;

const KEEP_SECRET = command("two-step.keep-secret")`
  insert into two_step_secrets (staff_id, sealed)
  select id, ${text("sealed")} from staff where id = ${uuid("id")} and two_step_since is null
  on conflict (staff_id) do update set sealed = excluded.sealed, last_step = null`;

/** Creates an app's secret. It takes effect with the first code. */
export const beginTwoStep = (id: string): Promise<void> =>
  KEEP_SECRET.run({ id, sealed: encrypt(PURPOSE, id, Buffer.from(newSecret())) });

/** The secret without a first code yet, if any. */
export async function waitingSecret(id: string): Promise<string | undefined> {
  const kept = await READ_SECRET.first({ id });
  return kept && !kept.since ? decrypt(PURPOSE, id, kept.sealed)?.bytes.toString() : undefined;
}

/** Counts an attempt of any kind. @throws AppError 429 */
const countAttempt = (id: string) => consumeLimit({ "code-staff": id, "code-staff-day": id });
export const forgetAttempts = (id: string) => resetLimit({ "code-staff": id, "code-staff-day": id });

const TURN_ON = statement("two-step.turn-on", columns(Staff, "id"))`
  update staff set two_step_since = now() where id = ${uuid("id")} and two_step_since is null returning id`;

/** Turns two-step sign-in on with the first code of the app. @param within runs in its transaction
 * @returns the recovery codes, which cannot be read later
 * @throws AppError 422 for a wrong code, 409 if it is already on, 429
 */
export async function enableTwoStep(
  id: string,
  typed: string,
  within: (manager: EntityManager) => Promise<void>,
): Promise<string[]> {
  await countAttempt(id);
  const codes = await em().transactional(async (manager) => {
    await takeAppCode(manager, id, typed);
    if (!(await TURN_ON.first({ id }, manager))) throw new AppError(409, "Two-step sign-in is already on.");
    const made = await replaceCodes(manager, id);
    await within(manager);
    return made;
  });
  await forgetAttempts(id);
  return codes;
}

const TAKE_STEP = statement("two-step.take-step", columns(TwoStepSecret, "id"))`
  update two_step_secrets set last_step = ${int("step")}
   where staff_id = ${uuid("id")} and coalesce(last_step, -1) < ${int("step")} returning id`;
const REENCRYPT = command("two-step.reencrypt")`
  update two_step_secrets set sealed = ${text("sealed")} where staff_id = ${uuid("id")}`;

/** Accepts an app code once, even for simultaneous requests. @throws AppError 422 */
async function takeAppCode(manager: EntityManager, id: string, typed: string): Promise<void> {
  const kept = await READ_SECRET.first({ id }, manager);
  if (!kept) throw refused(WRONG_CODE);
  const opened = decrypt(PURPOSE, id, kept.sealed);
  if (!opened) throw refused(UNREADABLE);
  const secret = opened.bytes.toString();
  const step = matchStep(secret, typed, kept.now.getTime());
  if (step === undefined || !(await TAKE_STEP.first({ id, step }, manager))) throw refused(WRONG_CODE);
  if (opened.outdated) await REENCRYPT.run({ id, sealed: encrypt(PURPOSE, id, opened.bytes) }, manager);
}

const USE_CODE = statement("two-step.use-recovery-code", columns(RecoveryCode, "id"))`
  update recovery_codes set used_at = now()
   where staff_id = ${uuid("id")} and code_hash = ${text("hash")} and used_at is null returning id`;
const LEFT = { left: int.from`count(*)::int` };
const COUNT_LEFT = statement("two-step.recovery-codes-left", LEFT)`
  select ${LEFT} from recovery_codes where staff_id = ${uuid("id")} and used_at is null`;

/** Accepts an app code or a recovery code. @param within runs in its transaction
 * @returns the remaining recovery codes, if it was one
 * @throws AppError 422 for a wrong or used code, 429
 */
export async function takeCode(
  id: string,
  typed: string,
  within: (manager: EntityManager, codesLeft: number | undefined) => Promise<void>,
): Promise<{ codesLeft?: number }> {
  await countAttempt(id);
  const taken = await em().transactional(async (manager) => {
    const codesLeft = isAppCode(typed) ? undefined : await takeRecoveryCode(manager, id, typed);
    if (codesLeft === undefined) await takeAppCode(manager, id, typed);
    await within(manager, codesLeft);
    return { codesLeft };
  });
  await forgetAttempts(id);
  return taken;
}

async function takeRecoveryCode(manager: EntityManager, id: string, typed: string): Promise<number> {
  if (!(await USE_CODE.first({ id, hash: recoveryCodeHash(typed) }, manager)))
    throw refused(WRONG_RECOVERY_CODE);
  return (await COUNT_LEFT.first({ id }, manager))?.left ?? 0;
}

const FORGET_CODES = command("two-step.forget-recovery-codes")`
  delete from recovery_codes where staff_id = ${uuid("id")}`;
const KEEP_CODES = command("two-step.keep-recovery-codes")`
  insert into recovery_codes (staff_id, code_hash)
  select ${uuid("id")}::uuid, hash from unnest(${array(text)("hashes")}::text[]) as hash`;

/** Replaces the recovery codes. @returns the codes, which cannot be read later */
export async function replaceCodes(manager: EntityManager, id: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await FORGET_CODES.run({ id }, manager);
  await KEEP_CODES.run({ id, hashes: codes.map(recoveryCodeHash) }, manager);
  return codes;
}

const TURN_OFF = statement("two-step.turn-off", columns(Staff, "id"))`
  update staff set two_step_since = null where id = ${uuid("id")} and two_step_since is not null returning id`;
const FORGET_SECRET = command("two-step.forget-secret")`
  delete from two_step_secrets where staff_id = ${uuid("id")}`;

/** Turns two-step sign-in off and deletes its data. @returns false if it was off */
export async function disableTwoStep(manager: EntityManager, id: string): Promise<boolean> {
  const wasOn = await TURN_OFF.first({ id }, manager);
  await FORGET_SECRET.run({ id }, manager);
  await FORGET_CODES.run({ id }, manager);
  return wasOn !== undefined;
}

export { RECOVERY_CODES };
