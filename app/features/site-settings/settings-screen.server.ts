import type { LoaderFunctionArgs } from "@remix-run/node";
import type { $ZodType } from "zod/v4/core";
import type { FieldData } from "~/admin-kit/field-data.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { type SettingsForm, saveSettings, settingsAsSaved } from "./save-settings.server";
import { requireSettings } from "./settings-access.queries.server";

export type SettingsScreen<Chosen, Sent> = SettingsForm<Chosen, Sent> & {
  path: string;
  schema: $ZodType<Sent>;
  fields(values: Record<string, string>): FieldData[];
};

export const SAVED = "Settings saved. They hold everywhere from now on.";

/** The form of a part of the settings. */
export async function settingsScreen<Chosen, Sent>(
  args: LoaderFunctionArgs,
  screen: SettingsScreen<Chosen, Sent>,
) {
  await requireSettings(args);
  const { version, values } = await settingsAsSaved(screen);
  return { version, fields: screen.fields(values) };
}

export async function settingsAction<Chosen extends object, Sent>(
  args: LoaderFunctionArgs,
  screen: SettingsScreen<Chosen, Sent>,
) {
  const staff = await requireSettings(args);
  return formReply(args, "Failed to save settings", async (submission) => {
    const sent = parseOrThrow(screen.schema, submission.values);
    await saveSettings(staff, screen, { sent, version: versionOf(submission) });
    return redirectWithToast(screen.path, { tone: "good", text: SAVED });
  });
}
