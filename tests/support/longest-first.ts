import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keptDurations } from "../run/durations.mjs";
import { drawn } from "./sample";

/**
 * The files that took longest begin first, since one that began last would be waited for alone. With `TEST_SHUFFLE` the order is
 * drawn. The files of one project come together either way: a process is passed on only to the next file of its own project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = keptDurations();
    const seconds = ({ moduleId }: TestSpecification) =>
      durations[relative(this.ctx.config.root, moduleId)] ?? 0;
    const ordered = process.env.TEST_SHUFFLE
      ? drawn(files, files.length, "order of files")
      : (await super.sort(files)).toSorted((one, other) => seconds(other) - seconds(one));
    const projects = [...new Set(ordered.map(({ project }) => project.name))].toSorted();
    return projects.flatMap((name) => ordered.filter(({ project }) => project.name === name));
  }
}
