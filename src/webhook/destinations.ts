import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { isLoopbackHost, isPublicAddress } from '../platform/net/address.js';
import type { LocalizedText } from '../platform/text/language.js';

type Refusal = 'form' | 'scheme' | 'credentials' | 'port' | 'address';

const URL_LENGTH_MAX = 2048;
/** `URL` accepts blanks, backslashes and missing slashes. A stored address must be well-formed. */
const FORM = /^[a-z]+:\/\/[^\s\\\p{Cc}]+$/iu;
const DEFAULT_HTTPS_PORT = 443;
/** Private names by definition. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Allowed webhook addresses: https, the ports of WEBHOOK_PORTS, public addresses. WEBHOOK_ALLOW_PRIVATE also allows
 * http, all ports and private addresses. Outside production, SQLite on a loopback HOST also allows loopback addresses,
 * with http and any port.
 */
@Injectable()
export class Destinations {
  constructor(private readonly config: Config) {}

  get allowsPrivate(): boolean {
    return this.config.WEBHOOK_ALLOW_PRIVATE;
  }

  /** Checks what needs no DNS look-up. The addresses of a name are checked at connect. */
  refusal(text: string): Refusal | undefined {
    if (text.length > URL_LENGTH_MAX || !FORM.test(text) || !URL.canParse(text)) return 'form';
    const url = new URL(text);
    if (this.isOwnMachine(url)) return url.username || url.password ? 'credentials' : undefined;
    if (url.protocol !== 'https:' && !(this.allowsPrivate && url.protocol === 'http:')) return 'scheme';
    if (url.username || url.password) return 'credentials';
    const port = Number(url.port || DEFAULT_HTTPS_PORT);
    if (!this.allowsPrivate && !this.config.webhookPorts.includes(port)) return 'port';
    return this.allowsHost(url.hostname) ? undefined : 'address';
  }

  /** Whether the URL has a loopback address, and these are allowed. */
  isOwnMachine({ protocol, hostname }: URL): boolean {
    return (
      this.config.allowsLoopbackWebhooks &&
      isLoopbackHost(hostname) &&
      (protocol === 'http:' || protocol === 'https:')
    );
  }

  advice(refusal: Refusal): LocalizedText {
    const ports = this.config.webhookPorts.join(', ');
    const { id, en } = ADVICE[refusal];
    if (refusal === 'port') return { id: `${id} ${ports}.`, en: `${en} ${ports}.` };
    if (refusal !== 'scheme' && refusal !== 'address') return { id, en };
    const how = this.config.isProduction ? IN_PRODUCTION : FOR_DEVELOPMENT;
    return { id: `${id} ${how.id}`, en: `${en} ${how.en}` };
  }

  /** Checks literal addresses and each resolved one. */
  allowsAddress(address: string): boolean {
    return this.allowsPrivate || isPublicAddress(address);
  }

  /** `URL` has normalised IPv4 addresses, and put IPv6 in brackets. */
  private allowsHost(hostname: string): boolean {
    const bare = hostname.replace(/^\[|\]$/g, '');
    return isIP(bare) === 0 ? this.allowsPrivate || isPublicName(bare) : this.allowsAddress(bare);
  }
}

const ADVICE: Readonly<Record<Refusal, LocalizedText>> = {
  form: {
    id: 'Tulis alamat lengkap, misalnya https://toko.example.com/webhook.',
    en: 'Enter a complete URL, for example https://shop.example.com/webhook.',
  },
  scheme: { id: 'Alamat harus https.', en: 'The address must be https.' },
  credentials: {
    id: 'Hapus username dan password dari alamat.',
    en: 'Remove the username and the password from the address.',
  },
  port: { id: 'Port yang diizinkan:', en: 'Allowed ports:' },
  address: {
    id: 'Alamat ini bukan alamat publik.',
    en: 'This is not a public address.',
  },
};
const FOR_DEVELOPMENT: LocalizedText = {
  id: 'Untuk pengembangan, operator dapat mengatur WEBHOOK_ALLOW_PRIVATE=1; dengan SQLite dan HOST=127.0.0.1, alamat di mesin itu sendiri (localhost) diizinkan.',
  en: 'For development, the operator can set WEBHOOK_ALLOW_PRIVATE=1; with SQLite and HOST=127.0.0.1, addresses on that machine (localhost) are allowed.',
};
const IN_PRODUCTION: LocalizedText = {
  id: 'Layanan produksi hanya mengirim ke alamat publik; untuk mencoba di komputer sendiri, pakai alamat https publik dari sebuah tunnel.',
  en: 'A service in production sends to public addresses only; to try it on your own computer, use the public https address of a tunnel.',
};

/** For addresses that the operator sets: http, any port and private addresses are allowed. */
export class OperatorDestinations extends Destinations {
  override get allowsPrivate(): boolean {
    return true;
  }
}

/** A public name has a dot; a final dot does not count. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.')) return false;
  return !PRIVATE_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}
