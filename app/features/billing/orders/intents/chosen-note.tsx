import { Note } from "~/ui/message";

/** What a visitor has selected and goes on to pay once they are somebody. */
export const ChosenNote = ({ plan }: { plan: string }) => (
  <Note title={`You selected ${plan}`}>
    <p>We keep it for an hour. After you register or sign in you go on with it.</p>
  </Note>
);
