import type { LoaderFunctionArgs } from "@remix-run/node";
import type { $ZodType } from "zod/v4/core";
import { closeForm, formOpenings } from "~/admin-kit/openings/openings.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { withNotes } from "~/admin-kit/submit.server";
import type { Permission } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { mergeSettings, type SettingsForm, saveSettings, settingsAsSaved } from "./save-settings.server";
import { requireSettings } from "./settings-access.queries.server";
import { SETTINGS_KIND } from "./site-settings.rules";

export type SettingsScreen<Chosen, Sent> = SettingsForm<Chosen, Sent> & {
  path: string;
  /** The section's own permission; by default that of all settings. */
  permission?: Permission;
  schema: $ZodType<Sent>;
};

export const SAVED = "Settings saved. They apply everywhere.";

/** The form of a settings section. */
export async function settingsScreen<Chosen, Sent>(
  args: LoaderFunctionArgs,
  screen: SettingsScreen<Chosen, Sent>,
) {
  const staff = await requireSettings(args, screen.permission);
  const { version, values } = await settingsAsSaved(screen);
  const openings = await formOpenings(args, SETTINGS_KIND, screen.section, staff);
  return { version, openings, fields: screen.fields(values) };
}

export async function settingsAction<Chosen extends object, Sent>(
  sent: LoaderFunctionArgs,
  screen: SettingsScreen<Chosen, Sent>,
) {
  const staff = await requireSettings(sent, screen.permission);
  const args = await withRecentPassword(sent, staff, screen.permission ?? "settings.write");
  return formReply(args, "Failed to save settings", async (typed) => {
    const { submission, notes } = await mergeSettings(typed, screen);
    const chosen = parseOrThrow(screen.schema, submission.values);
    await saveSettings(staff, screen, { sent: chosen, version: versionOf(submission) });
    await closeForm(SETTINGS_KIND, screen.section, staff);
    return redirectWithToast(screen.path, { tone: "good", text: withNotes(SAVED, notes) });
  });
}
