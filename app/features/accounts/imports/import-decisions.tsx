import { Button } from "~/ui/button";
import { Checkbox, Input, Select } from "~/ui/field";
import { formatCount, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import type { FormErrorData } from "~/web/form-replies.server";
import { accessOfWord } from "./cell-words.rules";
import type { ImportScreenData } from "./import.screen.server";
import { IMPORT_TARGETS, importPath, MAX_PLANS, SKIPPED, UNDECIDED } from "./import-columns.rules";

type Props = { screen: ImportScreenData; reply?: FormErrorData };

/** The required and optional decisions about a file. After an error, the form keeps its values. */
export function DecisionsForm({ screen, reply }: Props) {
  const { stored } = screen;
  const isCompared = stored.state === "compared";
  return (
    <Section title={isCompared ? "How the file is read" : "Columns"} id="decisions">
      <form method="post" action={importPath(stored.id)} className="form">
        <Columns screen={screen} reply={reply} />
        {isCompared && (
          <>
            <Plans screen={screen} reply={reply} />
            <Statuses screen={screen} reply={reply} />
            <Dates screen={screen} reply={reply} />
            <OpenEnd screen={screen} reply={reply} />
          </>
        )}
        <Options screen={screen} reply={reply} />
        <div className="actions">
          <Button variant={isCompared ? "plain" : "brand"} busyText="Comparing...">
            {isCompared ? "Compare again" : "Compare"}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** The submitted value, or else the stored one. */
const fieldValue = ({ reply }: Props, name: string, stored: string): string =>
  reply ? (reply.repopulateFields[name] ?? "") : stored;

const TARGETS = IMPORT_TARGETS.map((target) => ({ value: target.name, label: target.label }));

function Columns(props: Props) {
  const { stored, samples } = props.screen;
  const isUndecided = (nth: number) => stored.targets[nth] === UNDECIDED;
  const read = stored.targets.filter((target) => target !== "" && target !== UNDECIDED).length;
  return (
    <details className="more" open={stored.state === "matching" || Boolean(props.reply)}>
      <summary>{`${read} of ${pluralize(stored.names.length, "column")} will be imported`}</summary>
      <div className="paste-columns">
        {stored.names.map((name, nth) => {
          const field = `column-${nth}`;
          const sample = samples.map((cells) => cells[nth]).find((cell) => cell);
          return (
            <Select
              key={field}
              label={<span className="break-words">{name || `Column ${nth + 1}`}</span>}
              name={field}
              options={isUndecided(nth) ? [...TARGETS, { value: SKIPPED, label: "Do not import" }] : TARGETS}
              blank={isUndecided(nth) ? "Choose a field" : "Do not import"}
              defaultValue={fieldValue(props, field, isUndecided(nth) ? "" : (stored.targets[nth] ?? ""))}
              hint={sample && <span className="break-words">{sample.slice(0, 60)}</span>}
              error={props.reply?.fieldErrors[field]}
            />
          );
        })}
      </div>
    </details>
  );
}

const TIERS = ["Basic", "Premium", "Private"];

/** The words of a file, the most frequent first. */
const byCount = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, MAX_PLANS);

/** A plan with the name of a tier defaults to that tier. */
const tierNamed = (plan: string) => TIERS.find((tier) => tier.toLowerCase() === plan.toLowerCase()) ?? "";

function Plans(props: Props) {
  const { findings, decisions } = props.screen.stored;
  const plans = byCount(findings.plans);
  if (plans.length === 0) return null;
  return (
    <fieldset>
      <legend className="label">Plans in the file</legend>
      <div className="paste-columns">
        {plans.map(([plan, count], nth) => {
          const field = `plan-${nth}`;
          const chosen = Object.hasOwn(decisions.plans, plan) ? decisions.plans[plan] : undefined;
          return (
            <div key={plan}>
              <input type="hidden" name={`${field}-name`} value={plan} />
              <Select
                label={<span className="break-words">{plan}</span>}
                name={field}
                options={TIERS}
                blank="Choose a tier"
                defaultValue={fieldValue(props, field, chosen ?? tierNamed(plan))}
                hint={pluralize(count, "row")}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

const ACCESS = [
  { value: "access", label: "Has access" },
  { value: "none", label: "No access" },
];

/** The meaning of each status word; known words are preselected. */
function Statuses(props: Props) {
  const { findings, decisions } = props.screen.stored;
  const words = byCount(findings.statuses ?? {});
  if (words.length === 0) return null;
  return (
    <fieldset>
      <legend className="label">Statuses in the file</legend>
      <div className="paste-columns">
        {words.map(([word, count], nth) => {
          const field = `status-${nth}`;
          const chosen = Object.hasOwn(decisions.statuses ?? {}, word)
            ? decisions.statuses?.[word]
            : undefined;
          return (
            <div key={word}>
              <input type="hidden" name={`${field}-name`} value={word} />
              <Select
                label={<span className="break-words">{word}</span>}
                name={field}
                options={ACCESS}
                blank="Choose whether it has access"
                defaultValue={fieldValue(props, field, chosen ?? accessOfWord(word) ?? "")}
                hint={pluralize(count, "row")}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

const ORDERS = [
  { value: "day", label: "Day first: 02/01/2026 is 2 January" },
  { value: "month", label: "Month first: 02/01/2026 is 1 February" },
];

/** Shown only if the file has ambiguous or contradictory dates. */
function Dates(props: Props) {
  const { findings, decisions } = props.screen.stored;
  const { dayFirst, monthFirst, eitherFirst, sample } = findings;
  const isMixed = dayFirst > 0 && monthFirst > 0;
  if (eitherFirst === 0 && !isMixed && !decisions.dateOrder) return null;
  const hint = isMixed
    ? `Some dates have the day first (${formatCount(dayFirst)}), others the month (${formatCount(monthFirst)}). Dates that do not fit your choice are refused.`
    : dayFirst + monthFirst > 0
      ? `Other dates in the file are clearly ${dayFirst > 0 ? "day" : "month"} first.`
      : `The file has ${formatCount(eitherFirst)} dates like ${sample ?? "02/01/2026"}, which can be read in two ways.`;
  return (
    <Select
      label="Dates"
      name="dateOrder"
      options={ORDERS}
      blank={dayFirst > 0 === monthFirst > 0 ? "Choose day or month first" : "Same as the other dates"}
      defaultValue={fieldValue(props, "dateOrder", decisions.dateOrder ?? "")}
      hint={hint}
    />
  );
}

const ENDS = [
  { value: "endless", label: "No end date" },
  { value: "until", label: "Until the last day below" },
];

/** Shown only if rows have a plan and no end. */
function OpenEnd(props: Props) {
  const { findings, decisions } = props.screen.stored;
  if (findings.openEnds === 0 && !decisions.openEnd) return null;
  const isDay = decisions.openEnd !== undefined && decisions.openEnd !== "endless";
  return (
    <div className="pair">
      <Select
        label="Paid plans without an end date"
        name="openEnd"
        options={ENDS}
        blank="Choose how long they last"
        defaultValue={fieldValue(props, "openEnd", isDay ? "until" : (decisions.openEnd ?? ""))}
        hint={`${pluralize(findings.openEnds, "row")} with a plan and no end date.`}
      />
      <Input
        label="Last day"
        name="openEndDay"
        type="date"
        defaultValue={fieldValue(props, "openEndDay", isDay ? (decisions.openEnd ?? "") : "")}
        error={props.reply?.fieldErrors.openEndDay}
      />
    </div>
  );
}

function Options(props: Props) {
  const { decisions } = props.screen.stored;
  const isTicked = (name: "updateKnown" | "mailNew") =>
    fieldValue(props, name, decisions[name] ? "on" : "") === "on";
  return (
    <>
      <Checkbox
        name="updateKnown"
        label="Update existing members"
        defaultChecked={isTicked("updateKnown")}
        hint="Updates names, notes and the email preference; raises or extends access. Never lowers or shortens access or changes passwords. If unticked, existing members stay unchanged."
      />
      <Checkbox
        name="mailNew"
        label="Email new members a link to set a password"
        defaultChecked={isTicked("mailNew")}
        hint="One email to each new member who accepts emails. Otherwise they request a link on the sign-in page."
      />
    </>
  );
}
