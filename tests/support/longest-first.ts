import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keptDurations } from "../run/durations.mjs";
import { drawn } from "./sample";

/**
 * The slowest files start first, because one that starts last would delay the end. With `TEST_SHUFFLE` the
 * order is random. The files of one project stay together: a process is reused only within its project.
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
