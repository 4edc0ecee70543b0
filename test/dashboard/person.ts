import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Person, register } from '../auth/people.js';
import type { TestService } from '../support/service.js';
import { startDashboard } from './service.js';

export interface PersonAtDashboard {
  test: TestService;
  person: Person;
}

/** The service with the dashboard for all tests of a file, and for each of them somebody who has just registered. */
export function usePerson(): PersonAtDashboard {
  const world = {} as PersonAtDashboard;
  beforeAll(async () => {
    world.test = await startDashboard();
  });
  afterAll(() => world.test.close());
  beforeEach(async () => {
    world.person = await register(world.test);
  });
  return world;
}
