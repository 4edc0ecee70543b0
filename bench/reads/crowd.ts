import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from '../load/connection.js';

/** A thread of its own, so that the others' waits are not the generator's. */

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
