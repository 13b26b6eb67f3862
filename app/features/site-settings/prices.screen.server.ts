import { customField } from "~/admin-kit/field-data.server";
import { KIND_LABELS, PRICED_KINDS } from "~/features/markets/instruments/instrument.rules";
import { USUAL_BOUND } from "~/features/markets/instruments/price-distance.rules";
import type { StoredPrices } from "~/platform/site-settings/stored-settings";
import type { SettingsScreen } from "./settings-screen.server";
import { type PriceBoundsForm, priceBoundsSchema, SETTINGS_PATHS } from "./site-settings.rules";

export const pricesScreen: SettingsScreen<StoredPrices, PriceBoundsForm> = {
  section: "prices",
  title: "Prices",
  path: SETTINGS_PATHS.prices,
  schema: priceBoundsSchema,
  formValues: (chosen) =>
    Object.fromEntries(PRICED_KINDS.map((kind) => [kind, String(chosen[kind] ?? USUAL_BOUND)])),
  toStored: (sent) => Object.fromEntries(Object.entries(sent).filter(([, bound]) => bound !== USUAL_BOUND)),
  fields: (values) =>
    PRICED_KINDS.map((kind) =>
      customField({
        name: kind,
        label: `${KIND_LABELS[kind]}, in %`,
        input: "number",
        required: true,
        half: true,
        value: values[kind],
      }),
    ),
};
