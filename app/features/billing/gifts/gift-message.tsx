import { Note } from "~/ui/message";

/** The giver's message, line by line. */
export const GiftMessage = ({ text }: { text: string }) => (
  <Note>
    <p className="whitespace-pre-line break-words" dir="auto">
      {text}
    </p>
  </Note>
);
