import type { LoaderFunctionArgs } from "@remix-run/node";
import { libraryChoices } from "~/features/pictures/pictures.screen.server";

export const loader = (args: LoaderFunctionArgs) => libraryChoices(args);
