import { Image } from "db/entities/image";
import { SiteSetting } from "db/entities/site-setting";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { json, literal, type RowOf, uuid } from "db/sql";
import { command, readOrLock, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import type { FieldData } from "~/admin-kit/field-data.server";
import { mergeSubmission } from "~/admin-kit/merge-changes.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { noteSeller } from "~/features/billing/receipts/sellers.queries.server";
import { withOwnerSettings } from "~/platform/chosen-config";
import { environmentConfig } from "~/platform/config.server";
import { keepPicture, type PreparedPicture } from "~/platform/pictures/pictures.server";
import { loadSiteSettings } from "~/platform/site-settings/site-settings.server";
import type { STORED } from "~/platform/site-settings/stored-settings";
import { AppError } from "~/web/app-error.server";
import type { Submission } from "~/web/submission.server";
import { saveWithPhoto } from "~/web/uploaded-photo.server";
import { LOGO_FIELD, LOGO_REMOVAL, SETTINGS_KIND } from "./site-settings.rules";

/** The parts of the settings that hold values; texts have versions instead. */
export type Section = keyof typeof STORED;

const ROW = {
  ...columnsAs("s", SiteSetting, "id", "version", "chosen"),
  logoId: uuid.orNull.from`s.logo_id`,
};
type Row = RowOf<typeof ROW>;
const SECTION = literal(["site", "seller", "links", "reading", "prices"])("section");
const readRow = readOrLock(
  "site-settings.row",
  ROW,
)`select ${ROW} from site_settings s where s.section = ${SECTION}`;

const SELLING = statement("site-settings.selling", columnsAs("s", SiteSetting, "section", "chosen"))`
  select ${columnsAs("s", SiteSetting, "section", "chosen")} from site_settings s where s.section in ('site', 'seller')`;

const WRITE = command("site-settings.write")`
  update site_settings set chosen = ${json<object>()("chosen")}::jsonb, logo_id = ${uuid.orNull("logoId")}, version = version + 1
   where id = ${uuid("id")}`;

/** A settings form. */
export type SettingsForm<Chosen, Sent> = {
  section: Section;
  /** Its title in the log. */
  title: string;
  /** The current values as form texts; unset values come from the environment. */
  formValues(chosen: Chosen): Record<string, string>;
  fields(values: Record<string, string>): FieldData[];
  /** The values to store. Values equal to the environment are not stored, so that they follow it.
   * @throws AppError 422, 409
   */
  toStored(sent: Sent, before: Chosen, manager: EntityManager): Chosen | Promise<Chosen>;
};

/** A form's values and their version. */
export async function settingsAsSaved<Chosen>(
  form: Pick<SettingsForm<Chosen, never>, "section" | "formValues">,
) {
  const { chosen, ...row } = await storedRow(form.section);
  return { ...row, chosen: chosen as Chosen, values: form.formValues(chosen as Chosen) };
}

const CHANGED = "Somebody else changed these settings.";

/** Merges a settings form with others' changes since it was opened. @throws AppError 409 with the conflicts */
export async function mergeSettings<Chosen>(
  submission: Submission,
  form: Pick<SettingsForm<Chosen, never>, "section" | "formValues" | "fields">,
) {
  const { id, version, values, logoId } = await settingsAsSaved(form);
  return mergeSubmission(
    submission,
    {
      record: { kinds: [SETTINGS_KIND], id, version },
      fields: form.fields(values),
      picture: { name: LOGO_FIELD, id: logoId, removal: LOGO_REMOVAL },
    },
    CHANGED,
  );
}

async function storedRow(section: Section, manager?: EntityManager): Promise<Row> {
  const row = await (manager ? readRow({ section }, manager) : readRow({ section }));
  if (!row) throw new Error(`The settings have no row for ${section}`);
  return row;
}

type Save<Sent> = {
  sent: Sent;
  /** The version that was edited. */
  version?: number;
  /** Null removes the logo, undefined keeps it. */
  logo?: PreparedPicture | null;
};

/** Saves a settings form and logs it. The settings apply on this instance before this returns, and on others when they receive the notice.
 * @throws AppError 409 with the saved values if somebody else saved first; 422; 503 if the picture cannot be
 * stored
 */
export async function saveSettings<Chosen extends object, Sent>(
  staff: StaffViewer,
  form: SettingsForm<Chosen, Sent>,
  save: Save<Sent>,
): Promise<void> {
  await saveWithPhoto(save.logo ?? undefined, () =>
    em().transactional((manager) => write(manager, staff, form, save)),
  );
  await loadSiteSettings();
}

async function write<Chosen extends object, Sent>(
  manager: EntityManager,
  staff: StaffViewer,
  form: SettingsForm<Chosen, Sent>,
  { sent, version, logo }: Save<Sent>,
) {
  const row = await storedRow(form.section, manager);
  const before = row.chosen as Chosen;
  const held = form.formValues(before);
  if (version !== undefined && row.version !== version) {
    throw new AppError(409, CHANGED, {
      conflict: { version: row.version, values: held },
    });
  }
  const chosen = await form.toStored(sent, before, manager);
  const logoId = logo === undefined ? row.logoId : (logo?.id ?? null);
  if (logo) {
    keepPicture(manager, logo);
    await manager.flush();
  }
  await WRITE.run({ id: row.id, chosen: JSON.stringify(chosen) as never, logoId }, manager);
  const replaced = row.logoId !== logoId ? row.logoId : null;
  if (replaced) await manager.nativeDelete(Image, { id: replaced });
  const differences = {
    ...differencesBetween(held, form.formValues(chosen)),
    ...(row.logoId === logoId ? {} : { [LOGO_FIELD]: { from: row.logoId ?? "", to: logoId ?? "" } }),
  };
  logChange(manager, staff, {
    action: "edited",
    resource: SETTINGS_KIND,
    recordId: row.id,
    recordTitle: form.title,
    recordVersion: row.version + 1,
    detail: { fields: Object.keys(differences) },
    differences,
  });
  await noteSeller(await sellerAsChosen(manager), manager);
  return { saved: undefined, replaced: replaced ?? undefined };
}

/** The seller after the commit: its own name, or the site's. */
async function sellerAsChosen(manager: EntityManager) {
  const rows = await SELLING.all({}, manager);
  const storedValues = (wanted: string) => rows.find(({ section }) => section === wanted)?.chosen ?? {};
  const { name } = storedValues("site") as { name?: string };
  return withOwnerSettings(environmentConfig(), { siteName: name, seller: storedValues("seller") }).seller;
}
