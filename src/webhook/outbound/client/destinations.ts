import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { isPublicAddress } from '../../../common/net/address.js';
import { Config } from '../../../config/index.js';

/** Why a URL may not be registered. */
export type Refusal = 'form' | 'scheme' | 'credentials' | 'port' | 'address';

const URL_LENGTH_MAX = 2048;
/** URL forgives blanks, backslashes and missing slashes; what is stored and shown shall need no forgiving. */
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

  /** The one decision about an address, of a literal as of every answer of the resolver. */
  allowsAddress(address: string): boolean {
    return this.allowsPrivate || isPublicAddress(address);
  }

  protected allowsScheme(scheme: string): boolean {
    return scheme === 'https:' || (this.allowsPrivate && scheme === 'http:');
  }

  protected allowsPort(port: number | undefined): boolean {
    return port !== undefined && (this.allowsPrivate || this.config.webhookPorts.includes(port));
  }

  /** URL has turned every spelling of an IPv4 address into the dotted one, and put IPv6 into brackets. */
  private allowsHost(hostname: string): boolean {
    const bare = hostname.replace(/^\[|\]$/g, '');
    return isIP(bare) === 0 ? this.allowsPrivate || isPublicName(bare) : this.allowsAddress(bare);
  }
}

/** For an address that the operator himself has set: http too, any port, and his own network. */
export class OwnDestinations extends Destinations {
  override get allowsPrivate(): boolean {
    return true;
  }
}

/** A public name has a dot in it; the one at its end says only that it is whole. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.')) return false;
  return !PRIVATE_NAMES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}
