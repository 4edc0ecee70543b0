import { rmSync } from 'node:fs';

/** Beside the project's other leftovers of a test run. */
export const SCREENSHOTS = 'test-results/screenshots';

/** Global setup of the browser tests: what is there afterwards is of this run. */
export default function setup(): void {
  rmSync(SCREENSHOTS, { recursive: true, force: true });
}
