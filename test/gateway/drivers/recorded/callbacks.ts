/** What running gateways posted to our callback address on 2026-11-22, with the headers that matter. */

/** Evolution API 2.3.7, with a `jwt_key` set; it was answered 200. */
export const EVOLUTION_CONNECTING = {
  headers: { 'content-type': 'application/json', 'user-agent': 'axios/1.21.1' },
  body: {
    event: 'connection.update',
    instance: 'otp-01',
    data: { instance: 'otp-01', state: 'connecting', statusReason: 200 },
    destination: 'http://127.0.0.1:4600/api/webhook/gateway/7',
    date_time: '2026-11-22T05:46:59.500Z',
    server_url: 'http://127.0.0.1:8098',
    apikey: 'INVENTED-INSTANCE-TOKEN',
  },
};

/** WAHA 2024.10.8 Core, with an `hmac.key` set; it signed nothing, and was answered 401. */
export const WAHA_UNSIGNED = (status: 'STARTING' | 'STOPPED') => ({
  headers: { 'content-type': 'application/json', 'user-agent': 'WAHA/2024.10.8' },
  body: {
    event: 'session.status',
    session: 'default',
    me: null,
    payload: { name: 'default', status },
    engine: 'NOWEB',
    environment: { version: '2024.10.8', engine: 'NOWEB', tier: 'CORE', browser: '/usr/bin/chromium' },
  },
});
