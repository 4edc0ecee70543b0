import { startTestService, type TestService, type TestServiceOptions } from '../support/service.js';

/** The service with the dashboard at `/`: the one of `dist`, or one that was built elsewhere, in TEST_DASHBOARD. */
export const startDashboard = (options: TestServiceOptions = {}): Promise<TestService> =>
  startTestService({ dashboardFolder: process.env['TEST_DASHBOARD'] || undefined, ...options });
