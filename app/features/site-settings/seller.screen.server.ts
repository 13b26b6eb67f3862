import { customField } from "~/admin-kit/field-data.server";
import { config, environmentConfig } from "~/platform/config.server";
import type { StoredSeller } from "~/platform/site-settings/stored-settings";
import type { SettingsScreen } from "./settings-screen.server";
import { SELLER_LENGTHS, SETTINGS_PATHS, type SellerForm, sellerSchema } from "./site-settings.rules";

/** The default name of the tax. */
const USUAL_TAX = "VAT";

const toVat = (name = "", rate = "") => (rate ? { name: name || USUAL_TAX, rate } : undefined);

/** The default seller: from the environment, or the site's current name. */
function sellerByDefault() {
  const { seller, siteName } = environmentConfig();
  return { ...seller, name: seller.name === siteName ? config().siteName : seller.name };
}

export const sellerScreen: SettingsScreen<StoredSeller, SellerForm> = {
  section: "seller",
  title: "Seller’s data",
  path: SETTINGS_PATHS.seller,
  permission: "seller.write",
  schema: sellerSchema,
  formValues: (chosen) => {
    const defaults = sellerByDefault();
    return {
      // Without the default name, which would be saved as a choice after the site is renamed.
      company: chosen.name ?? "",
      address: (chosen.address ?? defaults.address).join("\n"),
      taxId: (chosen.taxId === undefined ? defaults.taxId : chosen.taxId) ?? "",
      vatName: chosen.vat?.name ?? "",
      vatRate: chosen.vat?.rate ?? "",
    };
  },
  toStored: ({ company, address, taxId, ...tax }, before) => {
    const defaults = sellerByDefault();
    const vat = tax.vatRate === undefined ? before.vat : toVat(tax.vatName, tax.vatRate);
    return {
      ...(company === "" || company === defaults.name ? {} : { name: company }),
      ...(address.join("\n") === defaults.address.join("\n") ? {} : { address }),
      ...(taxId === (defaults.taxId ?? "") ? {} : { taxId: taxId || null }),
      ...(vat ? { vat } : {}),
    };
  },
  fields: ({ company = "", address = "", taxId = "", vatName = "", vatRate = "" }) => [
    customField({
      name: "company",
      label: "Company",
      input: "text",
      maxLength: SELLER_LENGTHS.name,
      value: company,
      hint: `The seller on receipts. Leave empty for ${sellerByDefault().name}. Existing receipts do not change.`,
    }),
    customField({
      name: "address",
      label: "Address",
      input: "textarea",
      rows: 5,
      value: address,
      hint: `Up to ${SELLER_LENGTHS.lines} lines, as printed on receipts.`,
    }),
    customField({
      name: "taxId",
      label: "Tax number",
      input: "text",
      maxLength: SELLER_LENGTHS.taxId,
      value: taxId,
      hint: "Include its name, such as VAT GB 123 4567 89. Leave empty to print none on receipts.",
    }),
    customField({
      name: "vatRate",
      label: "VAT rate",
      input: "text",
      maxLength: 5,
      value: vatRate,
      hint: "Per cent, such as 20 or 7.7. Prices include it: new receipts show it with the net amount. Leave empty for no VAT line.",
    }),
    customField({
      name: "vatName",
      label: "Name of the tax",
      input: "text",
      maxLength: SELLER_LENGTHS.vatName,
      value: vatName,
      hint: "The name in your country, such as MwSt or GST. Leave empty for VAT.",
    }),
  ],
};
