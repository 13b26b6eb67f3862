import { customField } from "~/admin-kit/field-data.server";
import { config, configOfEnvironment } from "~/platform/config.server";
import type { StoredSeller } from "~/platform/site-settings/stored-settings";
import type { SettingsScreen } from "./settings-screen.server";
import { SELLER_LENGTHS, SETTINGS_PATHS, type SellerForm, sellerSchema } from "./site-settings.rules";

/** What the tax is called where nobody says it. */
const USUAL_TAX = "VAT";

const vatOf = (name = "", rate = "") => (rate ? { name: name || USUAL_TAX, rate } : undefined);

/** Who sells where nothing is set: as the environment says, or else as the site is called now. */
function sellerByDefault() {
  const { seller, siteName } = configOfEnvironment();
  return { ...seller, name: seller.name === siteName ? config().siteName : seller.name };
}

export const sellerScreen: SettingsScreen<StoredSeller, SellerForm> = {
  section: "seller",
  title: "Seller’s data",
  path: SETTINGS_PATHS.seller,
  permission: "seller.write",
  schema: sellerSchema,
  valuesOf: (chosen) => {
    const said = sellerByDefault();
    return {
      // A name drawn by default would come back as a choice once the site has another.
      company: chosen.name ?? "",
      address: (chosen.address ?? said.address).join("\n"),
      taxId: (chosen.taxId === undefined ? said.taxId : chosen.taxId) ?? "",
      vatName: chosen.vat?.name ?? "",
      vatRate: chosen.vat?.rate ?? "",
    };
  },
  chosenOf: ({ company, address, taxId, ...tax }, before) => {
    const said = sellerByDefault();
    const vat = tax.vatRate === undefined ? before.vat : vatOf(tax.vatName, tax.vatRate);
    return {
      ...(company === "" || company === said.name ? {} : { name: company }),
      ...(address.join("\n") === said.address.join("\n") ? {} : { address }),
      ...(taxId === (said.taxId ?? "") ? {} : { taxId: taxId || null }),
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
      hint: `Who sells memberships, as receipts name it. Leave empty for ${sellerByDefault().name}. A receipt keeps the seller of its day.`,
    }),
    customField({
      name: "address",
      label: "Address",
      input: "textarea",
      rows: 5,
      value: address,
      hint: `Up to ${SELLER_LENGTHS.lines} lines, as they are to stand on a receipt.`,
    }),
    customField({
      name: "taxId",
      label: "Tax number",
      input: "text",
      maxLength: SELLER_LENGTHS.taxId,
      value: taxId,
      hint: "With the words that belong to it, such as VAT GB 123 4567 89. Left empty, receipts have none.",
    }),
    customField({
      name: "vatRate",
      label: "VAT rate",
      input: "text",
      maxLength: 5,
      value: vatRate,
      hint: "Per cent, such as 20 or 7.7. Prices contain it: receipts show it from now on, with the net. Left empty, they have no line for it.",
    }),
    customField({
      name: "vatName",
      label: "Name of the tax",
      input: "text",
      maxLength: SELLER_LENGTHS.vatName,
      value: vatName,
      hint: "As your country calls it, such as MwSt or GST. Left empty, VAT.",
    }),
  ],
};
