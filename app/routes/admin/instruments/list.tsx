import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ListScreen } from "~/admin-kit/list-screen";
import { listScreen } from "~/admin-kit/list-screen.server";
import { instruments } from "~/features/markets/instruments/instruments.resource.server";
import { deleteInstrumentAction } from "~/features/markets/instruments/instruments.screen.server";
import { SOURCES_PATH } from "~/features/markets/price-sources/price-source.rules";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(instruments, args);
export const action = (args: ActionFunctionArgs) => deleteInstrumentAction(args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function InstrumentList() {
  return (
    <ListScreen
      related={
        <>
          <LinkButton to={SOURCES_PATH}>Price sources</LinkButton>
          <LinkButton to="/admin/instruments/paste">Paste prices</LinkButton>
        </>
      }
    />
  );
}
