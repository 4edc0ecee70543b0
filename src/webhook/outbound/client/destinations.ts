import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { isPublicAddress } from '../../../common/net/address.js';
import { Config } from '../../../config/index.js';

/** Why a URL may not be registered. */
export type Refusal = 'form' | 'scheme' | 'credentials' | 'port' | 'address';

const URL_LENGTH_MAX = 2048;
/**
 * `URL` accepts blanks, backslashes and missing slashes. An address that is stored and shown must be written correctly.
 */
const FORM = /^[a-z]+:\/\/[^\s\\\p{Cc}]+$/iu;
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };
/** Names that are private by definition, whatever a resolver says of them. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Where webhooks may go: https, the ports of WEBHOOK_PORTS, public addresses. With WEBHOOK_ALLOW_PRIVATE http, every
 * port and every address too.
 */
@Injectable()
export class Destinations {
  constructor(private readonly config: Config) {}

  get allowsPrivate(): boolean {
    return this.config.WEBHOOK_ALLOW_PRIVATE;
  }

  /** By syntax alone: a name's addresses are checked when they are looked up. */
  refusal(text: string): Refusal | undefined {
    if (text.length > URL_LENGTH_MAX || !FORM.test(text) || !URL.canParse(text)) return 'form';
    const url = new URL(text);
    if (!this.allowsScheme(url.protocol)) return 'scheme';
    if (url.username || url.password) return 'credentials';
    if (!this.allowsPort(url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port))) return 'port';
    return this.allowsHost(url.hostname) ? undefined : 'address';
  }

  /** Decides about every address: a literal one as well as each answer of the resolver. */
  allowsAddress(address: string): boolean {
    return this.allowsPrivate || isPublicAddress(address);
  }

  protected allowsScheme(scheme: string): boolean {
    return scheme === 'https:' || (this.allowsPrivate && scheme === 'http:');
  }

  protected allowsPort(port: number | undefined): boolean {
    return port !== undefined && (this.allowsPrivate || this.config.webhookPorts.includes(port));
  }

  /** `URL` has already turned every spelling of an IPv4 address into the dotted one, and put IPv6 into brackets. */
  private allowsHost(hostname: string): boolean {
    const bare = hostname.replace(/^\[|\]$/g, '');
    return isIP(bare) === 0 ? this.allowsPrivate || isPublicName(bare) : this.allowsAddress(bare);
  }
}

/** For an address that the operator has set: also http, any port, and private addresses. */
export class OwnDestinations extends Destinations {
  override get allowsPrivate(): boolean {
    return true;
  }
}

/** A public name has a dot in it. A dot at the end does not count: it only says that the name is complete. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.')) return false;
  return !PRIVATE_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}
