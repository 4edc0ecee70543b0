import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from '../instances/fleet.js';
import { reportAgain, rowsAt } from './evidence.js';
import type { ClusterTraffic } from './traffic.js';

const TIMEOUT_MS = 90_000;
const POLL_MS = 500;
/** Requests whose response is compared with the first one. */
const REPLAYED = 150;

/** Repeats requests without a final response, and waits until recovery has nothing left to do at any of the urls. */
export async function settle(fleet: Fleet, traffic: ClusterTraffic, urls: readonly string[]): Promise<void> {
  const insistsUntilMs = performance.now() + TIMEOUT_MS;
  while ((await traffic.insist()) > 0 && performance.now() < insistsUntilMs) await sleep(POLL_MS);
  await fleet.gateway.drain();
  await reportAgain(fleet.gateway);
  await traffic.proveAll();
  await traffic.replay(REPLAYED);
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const remains = await Promise.all(urls.map(async (url) => (await rowsAt(url)).remains));
    if (remains.every(({ pending, waiting, unanswered }) => pending + waiting + unanswered === 0)) return;
    if (performance.now() > deadlineMs) return;
    await sleep(POLL_MS);
  }
}
