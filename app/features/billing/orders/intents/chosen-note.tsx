import { Note } from "~/ui/message";

/** The plan that a visitor selected and pays for after signing in. */
export const ChosenNote = ({ plan }: { plan: string }) => (
  <Note title={`You selected ${plan}`}>
    <p>We keep it for an hour. After you register or sign in you continue with it.</p>
  </Note>
);
