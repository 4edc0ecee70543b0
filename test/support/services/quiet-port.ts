import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports that the system hands out by itself: nobody takes one while its node is down or being copied to. */
const FROM = 15_000;
const TO = 31_000;
const TRIES_MAX = 200;

/** A free loopback port that stays free until its node uses it, and is given out once. */
export async function quietPort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(FROM, TO);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No free port between ${FROM} and ${TO}.`);
}

/** Ours as long as this process lives, though nobody listens there by TCP yet: the same port of UDP is taken. */
function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind(port, '127.0.0.1', () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
