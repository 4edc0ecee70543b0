import { createServer } from 'node:http';
import { closedLoop } from './closed-loop.js';
import { LoadRecorder } from './load-recorder.js';
import { openLoop } from './open-loop.js';
import { Requests } from './requests.js';
import type { Slice, SliceResult } from './slice.js';

/** The process of the load generator. `POST /slice` runs a Slice and returns its SliceResult. */

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method !== 'POST') return answer(200, {});
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    run(JSON.parse(Buffer.concat(chunks).toString()) as Slice).then(
      (result) => answer(200, result),
      (error: unknown) => answer(500, { error: String(error) }),
    );
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1');

async function run({ port, keys, serial, load, meters, ...times }: Slice): Promise<SliceResult> {
  const requests = new Requests(port, keys, serial);
  const recorder = new LoadRecorder(meters);
  if (load.kind === 'open')
    return recorder.result(await openLoop({ port, ...load, ...times }, requests, recorder));
  await closedLoop({ port, ...load, ...times }, requests, recorder);
  return recorder.result();
}
