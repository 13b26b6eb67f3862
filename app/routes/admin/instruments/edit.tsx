import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { updateAction } from "~/admin-kit/form-action.server";
import { editFormScreen } from "~/admin-kit/form-screen.server";
import { RecordFormScreen } from "~/admin-kit/record-form-screen";
import { instrumentPath } from "~/features/markets/instruments/instrument.rules";
import { instruments } from "~/features/markets/instruments/instruments.resource.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editFormScreen(instruments, args);
export const action = (args: ActionFunctionArgs) => updateAction(instruments, args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function EditInstrument() {
  const { id = "" } = useParams();
  return (
    <RecordFormScreen
      above={
        <p>
          <a href={instrumentPath(id, "prices")}>Daily prices</a>
          {" · "}
          <a href={instrumentPath(id, "merge")}>Merge into another</a>
        </p>
      }
    />
  );
}
