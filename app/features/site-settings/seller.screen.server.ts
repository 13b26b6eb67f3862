import { customField } from "~/admin-kit/field-data.server";
import { config, configOfEnvironment } from "~/platform/config.server";
import type { StoredSeller } from "~/platform/site-settings/stored-settings";
import type { SettingsScreen } from "./settings-screen.server";
import { SELLER_LENGTHS, SETTINGS_PATHS, type SellerForm, sellerSchema } from "./site-settings.rules";

/** Who sells where nothing is set: as the environment says, or else as the site is called now. */
function sellerByDefault() {
  const { seller, siteName } = configOfEnvironment();
  return { ...seller, name: seller.name === siteName ? config().siteName : seller.name };
}

export const sellerScreen: SettingsScreen<StoredSeller, SellerForm> = {
  section: "seller",
  title: "Seller’s data",
  path: SETTINGS_PATHS.seller,
  schema: sellerSchema,
  valuesOf: (chosen) => {
    const said = sellerByDefault();
    return {
      company: chosen.name ?? said.name,
      address: (chosen.address ?? said.address).join("\n"),
      taxId: (chosen.taxId === undefined ? said.taxId : chosen.taxId) ?? "",
    };
  },
  chosenOf: ({ company, address, taxId }) => {
    const said = sellerByDefault();
    return {
      ...(company === said.name ? {} : { name: company }),
      ...(address.join("\n") === said.address.join("\n") ? {} : { address }),
      ...(taxId === (said.taxId ?? "") ? {} : { taxId: taxId || null }),
    };
  },
  fields: ({ company = "", address = "", taxId = "" }) => [
    customField({
      name: "company",
      label: "Company",
      input: "text",
      required: true,
      maxLength: SELLER_LENGTHS.name,
      value: company,
      hint: "Who sells memberships, as receipts name it. A receipt keeps the seller of its day.",
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
  ],
};
