import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the system hands out by itself: nobody takes one while its node is down or being copied to. */
const FROM = 15_000;
const TO = 31_000;
const TRIES_MAX = 200;

/** A free loopback port that stays free until its node uses it. */
export async function quietPort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${FROM} and ${TO}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
