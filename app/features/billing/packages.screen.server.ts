import type { ActionFunctionArgs } from "@remix-run/node";
import { createAction, updateAction } from "~/admin-kit/form-screen.server";
import { withRecentPassword } from "~/features/auth/recent-password.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { packages } from "./packages.resource.server";

/** What is sold and for how much is asked about once more: the password. */
const confirmed = async (args: ActionFunctionArgs) =>
  withRecentPassword(args, await requireStaff(args, packages.roles.write));

export const createPackage = async (args: ActionFunctionArgs) =>
  createAction(packages, await confirmed(args));

export const updatePackage = async (args: ActionFunctionArgs) =>
  updateAction(packages, await confirmed(args));
