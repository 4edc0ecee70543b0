import { createApp } from './app.mjs';
import { Sandi } from './sandi.mjs';

const {
  SANDI_URL = 'http://127.0.0.1:3000',
  SANDI_API_KEY,
  SANDI_WEBHOOK_SECRET,
  PORT = '4000',
} = process.env;
if (!SANDI_API_KEY || !SANDI_WEBHOOK_SECRET) {
  process.stderr.write('Set SANDI_API_KEY and SANDI_WEBHOOK_SECRET; README.md says where they come from.\n');
  process.exit(1);
}

const sandi = new Sandi({ url: SANDI_URL, apiKey: SANDI_API_KEY, brand: 'Contoh Login' });
const app = createApp({ sandi, webhookSecret: SANDI_WEBHOOK_SECRET });
const address = await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.stdout.write(`The example listens on ${address}\n`);
process.once('SIGTERM', () => void app.close());
