import { Note } from "~/ui/message";

/** The plan that a visitor selected and pays for after signing in. */
export const ChosenNote = ({ plan }: { plan: string }) => (
  <Note title={`You selected ${plan}`}>
    <p>We keep your choice for an hour. Register or sign in to continue with it.</p>
  </Note>
);
