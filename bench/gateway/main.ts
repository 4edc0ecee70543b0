import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * A gateway of the native protocol that needs hardly any CPU. It accepts and counts every message, responds after a
 * configurable delay, and sends no callbacks. Listens on PORT of loopback.
 */

let accepted = 0;
let delayMs = 0;

const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  request.resume();
  request.once('end', () => answer(request, response));
});
server.listen(Number(process.env['PORT']), '127.0.0.1', 4096);

function answer({ method, url = '/' }: IncomingMessage, response: ServerResponse): void {
  const [path = '/', query] = url.split('?', 2);
  switch (`${method} ${path}`) {
    case 'POST /messages':
      return take(response);
    case 'GET /status':
      return reply(response, 200, '{"connected":true}');
    case 'GET /accepted':
      return reply(response, 200, JSON.stringify({ accepted }));
    case 'PUT /delay':
      delayMs = Number(query);
      return reply(response, 200, JSON.stringify({ delayMs }));
    default:
      return reply(response, 404, '{"error":"no such path"}');
  }
}

function take(response: ServerResponse): void {
  accepted += 1;
  const id = `3EB0${accepted.toString(16).toUpperCase().padStart(18, '0')}`;
  const body = `{"id":"${id}"}`;
  if (delayMs === 0) reply(response, 202, body);
  else setTimeout(() => reply(response, 202, body), delayMs);
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}
