import { Button } from "~/ui/button";
import { Checkbox, Input, Select } from "~/ui/field";
import { formatCount, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import type { FormErrorData } from "~/web/form-replies.server";
import type { ImportScreenData } from "./import.screen.server";
import { IMPORT_TARGETS, importPath, LEFT_OUT, MAX_PLANS, UNSAID } from "./import-files.rules";
import { accessOfWord } from "./said-words.rules";

type Props = { screen: ImportScreenData; reply?: FormErrorData };

/** What staff have to say of a file, and may. What was typed comes back where something is wrong. */
export function DecisionsForm({ screen, reply }: Props) {
  const { stored } = screen;
  const isCompared = stored.state === "compared";
  return (
    <Section title={isCompared ? "How it is read" : "Columns"} id="decisions">
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

/** What was typed, else what is kept. */
const kept = ({ reply }: Props, name: string, stored: string): string =>
  reply ? (reply.repopulateFields[name] ?? "") : stored;

const TARGETS = IMPORT_TARGETS.map((target) => ({ value: target.name, label: target.label }));

function Columns(props: Props) {
  const { stored, samples } = props.screen;
  const isUnsaid = (nth: number) => stored.targets[nth] === UNSAID;
  const read = stored.targets.filter((target) => target !== "" && target !== UNSAID).length;
  return (
    <details className="more" open={stored.state === "matching" || Boolean(props.reply)}>
      <summary>{`${read} of ${pluralize(stored.names.length, "column")} are read`}</summary>
      <div className="paste-columns">
        {stored.names.map((name, nth) => {
          const field = `column-${nth}`;
          const sample = samples.map((cells) => cells[nth]).find((cell) => cell);
          return (
            <Select
              key={field}
              label={<span className="break-words">{name || `Column ${nth + 1}`}</span>}
              name={field}
              options={isUnsaid(nth) ? [...TARGETS, { value: LEFT_OUT, label: "Left out" }] : TARGETS}
              blank={isUnsaid(nth) ? "Say what it is" : "Left out"}
              defaultValue={kept(props, field, isUnsaid(nth) ? "" : (stored.targets[nth] ?? ""))}
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

/** The words of a file, those of most rows first. */
const byCount = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, MAX_PLANS);

/** A plan that is called as a tier is that tier, until somebody says otherwise. */
const tierCalled = (plan: string) => TIERS.find((tier) => tier.toLowerCase() === plan.toLowerCase()) ?? "";

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
          const said = Object.hasOwn(decisions.plans, plan) ? decisions.plans[plan] : undefined;
          return (
            <div key={plan}>
              <input type="hidden" name={`${field}-name`} value={plan} />
              <Select
                label={<span className="break-words">{plan}</span>}
                name={field}
                options={TIERS}
                blank="Say which tier it is"
                defaultValue={kept(props, field, said ?? tierCalled(plan))}
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
  { value: "none", label: "Has none" },
];

/** What the words of a status mean; those that say it themselves are chosen already. */
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
          const said = Object.hasOwn(decisions.statuses ?? {}, word) ? decisions.statuses?.[word] : undefined;
          return (
            <div key={word}>
              <input type="hidden" name={`${field}-name`} value={word} />
              <Select
                label={<span className="break-words">{word}</span>}
                name={field}
                options={ACCESS}
                blank="Say whether it has access"
                defaultValue={kept(props, field, said ?? accessOfWord(word) ?? "")}
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

/** Asked only where the file has dates of which nobody can tell, or that speak against each other. */
function Dates(props: Props) {
  const { findings, decisions } = props.screen.stored;
  const { dayFirst, monthFirst, eitherFirst, sample } = findings;
  const isMixed = dayFirst > 0 && monthFirst > 0;
  if (eitherFirst === 0 && !isMixed && !decisions.dateOrder) return null;
  const hint = isMixed
    ? `Some dates have the day first (${formatCount(dayFirst)}), others the month (${formatCount(monthFirst)}): those that do not fit what you say are refused.`
    : dayFirst + monthFirst > 0
      ? `Other dates of the file can be read in one way alone: ${dayFirst > 0 ? "day" : "month"} first.`
      : `The file has ${formatCount(eitherFirst)} dates like ${sample ?? "02/01/2026"}, which can be read in two ways.`;
  return (
    <Select
      label="Dates"
      name="dateOrder"
      options={ORDERS}
      blank={dayFirst > 0 === monthFirst > 0 ? "Say which figure is the day" : "As its other dates show"}
      defaultValue={kept(props, "dateOrder", decisions.dateOrder ?? "")}
      hint={hint}
    />
  );
}

const ENDS = [
  { value: "endless", label: "No end" },
  { value: "until", label: "Through the day below" },
];

/** Asked only where rows have a plan and no end. */
function OpenEnd(props: Props) {
  const { findings, decisions } = props.screen.stored;
  if (findings.openEnds === 0 && !decisions.openEnd) return null;
  const isDay = decisions.openEnd !== undefined && decisions.openEnd !== "endless";
  return (
    <div className="pair">
      <Select
        label="Paid plans without an end"
        name="openEnd"
        options={ENDS}
        blank="Say how long they run"
        defaultValue={kept(props, "openEnd", isDay ? "until" : (decisions.openEnd ?? ""))}
        hint={`${pluralize(findings.openEnds, "row")} with a plan and no end.`}
      />
      <Input
        label="Last day"
        name="openEndDay"
        type="date"
        defaultValue={kept(props, "openEndDay", isDay ? (decisions.openEnd ?? "") : "")}
        error={props.reply?.fieldErrors.openEndDay}
      />
    </div>
  );
}

function Options(props: Props) {
  const { decisions } = props.screen.stored;
  const ticked = (name: "updateKnown" | "mailNew") => kept(props, name, decisions[name] ? "on" : "") === "on";
  return (
    <>
      <Checkbox
        name="updateKnown"
        label="Update members who are here already"
        defaultChecked={ticked("updateKnown")}
        hint="They get the names of the file, an access that is higher or longer, its notes, and its wish for no mail. Nothing is lowered or shortened, and passwords stay. Without this they are left alone."
      />
      <Checkbox
        name="mailNew"
        label="Mail new members a link to set a password"
        defaultChecked={ticked("mailNew")}
        hint="One mail each, to who wants mail. Without it they ask for a link on the sign-in page."
      />
    </>
  );
}
