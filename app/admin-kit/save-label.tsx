import { useEffect, useRef, useState } from "react";
import { ScriptOnly } from "~/ui/with-script";
import { useFormState } from "~/web/form";
import { saveLabel } from "./save-label.rules";

type SaveLabelProps = { statusField: string; isOut: boolean; now: string };

/** The label of a record's button: what a save does to readers, as the form's answers are now. Without script "Save". */
export function SaveLabel({ statusField, ...record }: SaveLabelProps) {
  const { values } = useFormState();
  const [answers, setAnswers] = useState<Record<string, string>>();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const read = () => form && setAnswers(Object.fromEntries(new FormData(form)) as Record<string, string>);
    // What was typed before this script ran.
    read();
    form?.addEventListener("input", read);
    return () => form?.removeEventListener("input", read);
  }, []);
  const { [statusField]: status, publishAt } = answers ?? values;
  return (
    <>
      <ScriptOnly>{saveLabel({ ...record, status, publishAt })}</ScriptOnly>
      <span ref={place} className="unless-script">
        Save
      </span>
    </>
  );
}
