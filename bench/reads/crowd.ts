import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from '../load/connection.js';

/** The crowd runs in its own thread, so that it does not delay the measured requests of the others. */

const { port, clients, request } = workerData as { port: number; clients: number; request: string };
const statuses = new Map<number, number>();
let isOver = false;

function ask(connection: Connection): void {
  connection.send(request, (status) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (!isOver && connection.isOpen) ask(connection);
  });
}

for (let opened = 0; opened < clients; opened++) ask(await Connection.open(port));
parentPort?.once('message', () => {
  isOver = true;
  parentPort?.postMessage(statuses);
});
