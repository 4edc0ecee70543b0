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
    return alone ? [`MIDTRANS_SERVER_KEY is required with ${alone}: set both, or unset ${alone}`] : [];
  }
  if (isSandboxKey(server) && !isSandbox)
    return ['MIDTRANS_SERVER_KEY is a sandbox key: set the production key, or PAYMENTS_SANDBOX=1'];
  if (client && isSandboxKey(client) !== isSandboxKey(server))
    return [
      'MIDTRANS_CLIENT_KEY is from another environment than MIDTRANS_SERVER_KEY: copy both from the same page',
    ];
  return [];
}

function tripayProblems(config: Config): string[] {
  const given = TRIPAY.find((name) => config[name]);
  if (!given) return [];
  return TRIPAY.filter((name) => !config[name]).map(
    (name) => `${name} is required with ${given}: set all three variables of Tripay, or none`,
  );
}

function sandboxProblems({ isProduction, PAYMENTS_SANDBOX: isSandbox }: Config): string[] {
  return isProduction && isSandbox
    ? ['PAYMENTS_SANDBOX is not allowed in production: anyone could top up without paying; unset it']
    : [];
}
