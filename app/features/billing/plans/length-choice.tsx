import type { ReactNode } from "react";
import { pluralize } from "~/ui/format";
import { Time } from "~/ui/time";
import "./length-choice.css";

/** One length of a plan. */
export type PlanLength = {
  id: string;
  days: number;
  /** "$290". */
  paid: string;
  /** The list price, if a coupon changes it. */
  was?: string;
  /** The price of 30 days. */
  month: string;
  /** Per cent saved compared with the shortest length. */
  saved?: number;
  /** The end of access if bought today. */
  until?: Date;
  /** Why a coupon does not apply to it. */
  refusal?: string;
  /** The value that the form submits. */
  value: string;
};

type LengthChoiceProps = {
  lengths: readonly PlanLength[];
  name: string;
  /** The id of the form, if it is elsewhere on the page. */
  form?: string;
  /** The preselected package. */
  chosen?: string;
  zone: string;
};

/** The lengths of a plan, one of them preselected. */
export function LengthChoice({ lengths, name, form, chosen, zone }: LengthChoiceProps) {
  return (
    <fieldset className="lengths">
      <legend className="label">How long</legend>
      {lengths.map((length) => (
        <label className="check length" key={length.id}>
          <input
            type="radio"
            form={form}
            name={name}
            value={length.value}
            defaultChecked={length.id === chosen}
            required
          />
          <LengthFacts length={length} zone={zone} />
        </label>
      ))}
    </fieldset>
  );
}

/** The lengths without a choice. */
export const LengthList = ({ lengths, zone }: Pick<LengthChoiceProps, "lengths" | "zone">): ReactNode => (
  <ul className="lengths" aria-label="Lengths">
    {lengths.map((length) => (
      <li className="length" key={length.id}>
        <LengthFacts length={length} zone={zone} />
      </li>
    ))}
  </ul>
);

function LengthFacts({ length, zone }: { length: PlanLength; zone: string }) {
  const { days, paid, was, month, saved, until, refusal } = length;
  return (
    <span className="length-facts">
      <span className="length-head">
        <span>
          {pluralize(days, "day")}
          <span className="sr">, </span>
        </span>
        <span>
          {was && (
            <s>
              <span className="sr">instead of </span>
              {was}
            </s>
          )}{" "}
          <strong>
            {was && <span className="sr">now </span>}
            {paid}
            <span className="sr">, </span>
          </strong>
        </span>
      </span>
      <span className="length-more">
        {month} per 30 days
        {saved !== undefined && (
          <>
            , <strong>saves {saved}%</strong>
          </>
        )}
        {until && (
          <>
            ,{" "}
            <span className="length-until">
              until <Time at={until} style="short-date" zone={zone} />
            </span>
          </>
        )}
        {refusal && <>. {refusal}</>}
      </span>
    </span>
  );
}
