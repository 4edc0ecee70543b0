import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of a run that knows no earlier one: these would otherwise come late, and the end of the run wait for one of them. */
const LONG = [
  'model/model',
  'fuzz/fuzz',
  'operations/accounts',
  'gateway/probing',
  'operations/boot',
  'operations/doctor',
  'http/raw-sockets',
  'webhook/orders',
  'instances/sharing',
  'gateway/device-limits',
  'alerts/operator-fleet',
  'auth/throttle',
].map((name) => `/test/${name}.e2e.spec.ts`);

/** The order of vitest, by how long files took the last time, with those in front that are known to take long. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

const isLong = ({ moduleId }: TestSpecification) => LONG.some((end) => moduleId.endsWith(end));
