import { Program } from './program.js';

const DEFAULTS = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'info',
  JWT_SECRET: 'test-jwt-secret-9Qm4vTz7Rk2Wp8XbL5cN',
  DATA_KEY: 'test-data-key-Zs6hYd3Gf9Ju1Ke7Ma0Vt',
  GATEWAY_WEBHOOK_SECRET: 'test-webhook-7cWq2Lx9',
  ADMIN_PASSWORD: 'admin-password',
  SHUTDOWN_DELAY_MS: '0',
};

/** How long a boot takes on a busy machine is for the test's own timeout to judge. */
const BOOT_TIMEOUT_MS = 60_000;

/** The service in a process of its own. */
export class BuiltService extends Program {
  /** @param file as an operator starts it: `dist/src/main.js` */
  constructor(env: Record<string, string>, file = 'dist/bundle/main.mjs') {
    super(file, { ...DEFAULTS, ...env });
  }

  /** Its address, once it takes requests. */
  url(): Promise<string> {
    return this.says(/"msg":"listening on (http:[^"]+)"/, BOOT_TIMEOUT_MS);
  }
}
