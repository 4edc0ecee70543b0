import { startTestService, type TestService, type TestServiceOptions } from '../support/service.js';
import { quietPort } from '../support/services/quiet-port.js';
import { RunningClock } from '../support/test-clock.js';

/** One address for the services of all test files of a worker, so that the browser has read its dashboard already. */
let port: Promise<number> | undefined;

/**
 * The service with the dashboard at `/`: the one of `dist`, or one that was built elsewhere, in TEST_DASHBOARD. One at a
 * time.
 */
export async function startDashboard(options: TestServiceOptions = {}): Promise<TestService> {
  const dashboardFolder = process.env['TEST_DASHBOARD'] || undefined;
  const clock = new RunningClock();
  return startTestService({ port: await (port ??= quietPort()), dashboardFolder, clock, ...options });
}
