import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files. A run without timings of an earlier run would start them late, and then wait for one of them. */
export const LONG = [
  'model/model.e2e',
  'fuzz/fuzz.e2e',
  'gateway/pool/probing.e2e',
  'upgrades/rolling.e2e',
  'bootstrap/boot.e2e',
  'operations/doctor/doctor.e2e',
  'platform/http/raw-sockets.e2e',
  'callbacks/orders.e2e',
  'instances/sharing.e2e',
  'gateway/pool/device-limits.e2e',
  'operations/alerts/operator/operator-fleet.e2e',
  'auth/throttle.e2e',
  'dashboard/webhooks.browser',
  'dashboard/send.browser',
].map((name) => `test/${name}.spec.ts`);

/** Vitest's order, which is by the duration of the last run, but with the LONG files first. */
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
