import type { Secret } from '../platform/text/secret.js';
import type { GatewayHttp } from './gateway-http.js';

export interface DeviceAccess {
  http: Pick<GatewayHttp, 'call'>;
  /** Without a final slash. */
  baseUrl: string;
  token: Secret;
  /** By name, with defaults. */
  settings: Readonly<Record<string, string>>;
  /** For gateways that receive it with each message. */
  callbackUrl: string;
}
