type Addresses = Readonly<Record<string, string>>;

/** Addresses of hosted gateways, used as default values. */
export const DEFAULT_ADDRESS: Addresses = {
  meta: 'https://graph.facebook.com',
  fonnte: 'https://api.fonnte.com',
  telegram: 'https://gatewayapi.telegram.org',
};

/** The page of a gateway where a login with a passkey is finished. */
export const gatewayPage = ({ driver, base_url }: { driver: string; base_url: string }): string =>
  driver === 'waha' ? `${base_url}/dashboard` : base_url;

/**
 * Default or example addresses of other gateways, shown as placeholders. They are not default values: if the gateway
 * runs on the same machine, Sandi itself may use that port.
 */
export const EXAMPLE_ADDRESS: Addresses = {
  waha: 'http://127.0.0.1:3000',
  gowa: 'http://127.0.0.1:3000',
  evolution: 'http://127.0.0.1:8080',
  openwa: 'http://127.0.0.1:2785',
  wablas: 'https://example.wablas.com',
  http: 'http://127.0.0.1:3900',
  android_sms: 'http://192.168.1.20:8080',
  http_sms: 'https://sms.example.com',
};
