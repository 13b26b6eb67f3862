import { Image } from "db/entities/image";
import { SiteSetting } from "db/entities/site-setting";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { json, literal, type RowOf, uuid } from "db/sql";
import { command, lockable, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import type { FieldData } from "~/admin-kit/field-data.server";
import { mergeSubmission } from "~/admin-kit/merge-changes.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { noteSeller } from "~/features/billing/receipts/sellers.queries.server";
import { withChosen } from "~/platform/chosen-config";
import { configOfEnvironment } from "~/platform/config.server";
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
const rowOf = lockable(
  "site-settings.row",
  ROW,
)`select ${ROW} from site_settings s where s.section = ${SECTION}`;

const SELLING = statement("site-settings.selling", columnsAs("s", SiteSetting, "section", "chosen"))`
  select ${columnsAs("s", SiteSetting, "section", "chosen")} from site_settings s where s.section in ('site', 'seller')`;

const WRITE = command("site-settings.write")`
  update site_settings set chosen = ${json<object>()("chosen")}::jsonb, logo_id = ${uuid.orNull("logoId")}, version = version + 1
   where id = ${uuid("id")}`;

/** What a form of settings is made of. */
export type SettingsForm<Chosen, Sent> = {
  section: Section;
  /** As the log calls it. */
  title: string;
  /** What holds now, as the form shows it: where nothing is set, what the environment says. */
  valuesOf(chosen: Chosen): Record<string, string>;
  fields(values: Record<string, string>): FieldData[];
  /**
   * What is set after a save. What is as the environment says is not set: it follows the environment.
   * @throws AppError 422, 409
   */
  chosenOf(sent: Sent, before: Chosen, manager: EntityManager): Chosen | Promise<Chosen>;
};

/** A form's values and the version they were read at. */
export async function settingsAsSaved<Chosen>(
  form: Pick<SettingsForm<Chosen, never>, "section" | "valuesOf">,
) {
  const { chosen, ...row } = await storedRow(form.section);
  return { ...row, chosen: chosen as Chosen, values: form.valuesOf(chosen as Chosen) };
}

const CHANGED = "Somebody else changed these settings.";

/** Brings a form of settings together with what others have saved since it was drawn. @throws AppError 409 with what both changed */
export async function mergeSettings<Chosen>(
  submission: Submission,
  form: Pick<SettingsForm<Chosen, never>, "section" | "valuesOf" | "fields">,
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
  const row = await (manager ? rowOf({ section }, manager) : rowOf({ section }));
  if (!row) throw new Error(`The settings have no row for ${section}`);
  return row;
}

type Save<Sent> = {
  sent: Sent;
  /** The one that was edited. */
  version?: number;
  /** Null takes the one there is away, absent leaves it. */
  logo?: PreparedPicture | null;
};

/**
 * Saves a form of settings, with its line in the change log. They hold on this instance before this returns, and on the others as
 * soon as they hear of it.
 * @throws AppError 409 with what is saved instead, when somebody else was faster; 422; 503 where no picture can be stored
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
  const held = form.valuesOf(before);
  if (version !== undefined && row.version !== version) {
    throw new AppError(409, CHANGED, {
      conflict: { version: row.version, values: held },
    });
  }
  const chosen = await form.chosenOf(sent, before, manager);
  const logoId = logo === undefined ? row.logoId : (logo?.id ?? null);
  if (logo) {
    keepPicture(manager, logo);
    await manager.flush();
  }
  await WRITE.run({ id: row.id, chosen: JSON.stringify(chosen) as never, logoId }, manager);
  const replaced = row.logoId !== logoId ? row.logoId : null;
  if (replaced) await manager.nativeDelete(Image, { id: replaced });
  const differences = {
    ...differencesBetween(held, form.valuesOf(chosen)),
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

/** Who sells as it will be with the commit: as it says itself, or else as the site is called. */
async function sellerAsChosen(manager: EntityManager) {
  const rows = await SELLING.all({}, manager);
  const chosenOf = (wanted: string) => rows.find(({ section }) => section === wanted)?.chosen ?? {};
  const { name } = chosenOf("site") as { name?: string };
  return withChosen(configOfEnvironment(), { siteName: name, seller: chosenOf("seller") }).seller;
}
