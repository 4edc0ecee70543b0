import type { Config } from './config.js';

const TRIPAY = ['TRIPAY_MERCHANT_CODE', 'TRIPAY_API_KEY', 'TRIPAY_PRIVATE_KEY'] as const;

/** Midtrans marks the keys of its test environment. */
const isSandboxKey = (key: string) => key.startsWith('SB-');

export function paymentProblems(config: Config): string[] {
  return [...midtransProblems(config), ...tripayProblems(config), ...sandboxProblems(config)];
}

function midtransProblems({
  MIDTRANS_SERVER_KEY: server,
  MIDTRANS_CLIENT_KEY: client,
  MIDTRANS_SIGNATURE_KEY: signature,
  PAYMENTS_SANDBOX: isSandbox,
}: Config): string[] {
  if (!server) {
    const alone = client ? 'MIDTRANS_CLIENT_KEY' : signature ? 'MIDTRANS_SIGNATURE_KEY' : undefined;
    return alone ? [`MIDTRANS_SERVER_KEY is required with ${alone}: set both, or unset it`] : [];
  }
  if (isSandboxKey(server) && !isSandbox)
    return ['MIDTRANS_SERVER_KEY is a key of the sandbox: set the production key, or PAYMENTS_SANDBOX=1'];
  if (client && isSandboxKey(client) !== isSandboxKey(server))
    return [
      'MIDTRANS_CLIENT_KEY is of another environment than MIDTRANS_SERVER_KEY: copy both from one page',
    ];
  return [];
}

function tripayProblems(config: Config): string[] {
  const given = TRIPAY.find((name) => config[name]);
  if (!given) return [];
  return TRIPAY.filter((name) => !config[name]).map(
    (name) => `${name} is required with ${given}: set all three of Tripay, or none`,
  );
}

function sandboxProblems({ isProduction, PAYMENTS_SANDBOX: isSandbox }: Config): string[] {
  return isProduction && isSandbox
    ? ['PAYMENTS_SANDBOX is refused in production: anybody could top up without money; unset it']
    : [];
}
