import type { LoaderFunctionArgs } from "@remix-run/node";
import { editFormScreen, newFormScreen } from "~/admin-kit/form-screen.server";
import { listScreenReply, loadList } from "~/admin-kit/list-screen.server";
import { can } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { pluralize } from "~/ui/format";
import { packagesOnSale, priceText } from "./packages.queries.server";
import { packages } from "./packages.resource.server";
import { planKey } from "./plan-lengths.rules";

/** `/admin/packages`: the packages, and a link to coupons for staff who may create them. */
export async function packagesScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, packages.roles.read);
  const couponsTo = can(staff, "coupons.read") ? "/admin/coupons" : undefined;
  return listScreenReply({ ...(await loadList(packages, args)), couponsTo });
}

/** Query parameter of an empty form that copies a plan to add another length. */
const LENGTH = "length";

/** The form of a package. It links to adding another length if the package has one. */
export async function editPackage(args: LoaderFunctionArgs) {
  const screen = await editFormScreen(packages, args);
  const hasLength = screen.fields.some(({ name, value }) => name === "expiresIn" && value !== "");
  return { ...screen, lengthTo: hasLength && screen.copyTo ? `${screen.copyTo}&${LENGTH}=on` : undefined };
}

/**
 * An empty form. For another length it starts with the plan's name, tier, tagline and benefits, and lists the
 * existing lengths.
 */
export async function newPackage(args: LoaderFunctionArgs) {
  const screen = await newFormScreen(packages, args);
  if (!screen.copyOf || !new URL(args.request.url).searchParams.has(LENGTH)) return screen;
  const copied = (field: string) => screen.fields.find(({ name }) => name === field)?.value ?? "";
  const plan = (await packagesOnSale()).filter(
    (sold) => planKey(sold) === planKey({ ...sold, name: copied("name"), tier: copied("tier") }),
  );
  const lengths = plan.map((sold) => `${pluralize(sold.days ?? 0, "day")} for ${priceText(sold)}`);
  const fields = screen.fields.map((field) => {
    if (field.name === "price") return { ...field, value: "" };
    const hint = lengths.length > 0 ? `On sale: ${lengths.join(", ")}.` : field.hint;
    return field.name === "expiresIn" ? { ...field, value: "", hint } : field;
  });
  return { ...screen, heading: `Another length of ${screen.copyOf}`, copyOf: undefined, fields };
}
