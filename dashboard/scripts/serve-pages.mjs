import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** Serves the pages through Vite's development server, with the API of the service at `serviceUrl`. */
export async function servePages(serviceUrl) {
  process.env.SANDI_URL = serviceUrl;
  const root = fileURLToPath(new URL('..', import.meta.url));
  const server = await createServer({ root, logLevel: 'warn', server: { host: '127.0.0.1' } });
  await server.listen();
  const { port } = server.httpServer.address();
  return { url: `http://localhost:${port}`, close: () => server.close() };
}
