import { rmSync } from 'node:fs';

/** In the folder for results of a test run. */
export const SCREENSHOTS = 'test-results/screenshots';

/** Global setup of the browser tests: removes the pictures of earlier runs. */
export default function setup(): void {
  rmSync(SCREENSHOTS, { recursive: true, force: true });
}
