import type { LoaderFunctionArgs } from "@remix-run/node";
import { refusedFile } from "~/features/accounts/imports/import.screen.server";

export const loader = (args: LoaderFunctionArgs) => refusedFile(args);
