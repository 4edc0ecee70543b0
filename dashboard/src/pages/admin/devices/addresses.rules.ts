type Addresses = Readonly<Record<string, string>>;

/** Of gateways that are at one place for everybody: filled in. */
export const DEFAULT_ADDRESS: Addresses = {
  meta: 'https://graph.facebook.com',
  fonnte: 'https://api.fonnte.com',
};

/**
 * Where the others listen unless they are told otherwise, or what such an address looks like: shown in the empty field.
 * Not filled in, since on one machine that may be Sandi itself.
 */
export const EXAMPLE_ADDRESS: Addresses = {
  waha: 'http://127.0.0.1:3000',
  gowa: 'http://127.0.0.1:3000',
  evolution: 'http://127.0.0.1:8080',
  wablas: 'https://example.wablas.com',
  http: 'http://127.0.0.1:3900',
};
