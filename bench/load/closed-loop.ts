import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.js';
import type { LoadRecorder } from './load-recorder.js';
import type { Requests } from './requests.js';

export interface ClosedLoop {
  port: number;
  connections: number;
  rampMs: number;
  windowMs: number;
}

/** Each connection sends again as soon as it gets its response. Resolves after the last response. */
export async function closedLoop(
  loop: ClosedLoop,
  requests: Requests,
  recorder: LoadRecorder,
): Promise<void> {
  const connections = await Promise.all(
    Array.from({ length: loop.connections }, () => Connection.open(loop.port)),
  );
  let isOver = false;
  const ended = connections.map((connection) => repeat(connection, requests, recorder, () => isOver));
  await sleep(loop.rampMs);
  recorder.open();
  await sleep(loop.windowMs);
  recorder.close();
  isOver = true;
  await Promise.all(ended);
  for (const connection of connections) connection.close();
}

function repeat(
  connection: Connection,
  requests: Requests,
  recorder: LoadRecorder,
  isOver: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const again = (): void => {
      if (isOver() || !connection.isOpen) return resolve();
      const sentAtMs = performance.now();
      connection.send(requests.next(), (status) => {
        recorder.answered(status, performance.now() - sentAtMs);
        again();
      });
    };
    again();
  });
}
