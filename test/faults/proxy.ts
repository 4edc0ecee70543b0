import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../../simulator/random.js';

/** What a proxy does to a connection that a fault has struck. */
export const PROXY_MODES = [
  /** Everything comes late, sometimes later than the service waits. */
  'latency',
  /** Bytes vanish, the connection stays open. */
  'blackhole',
  /** The connection is reset instead of forwarding. */
  'reset-before',
  /** The bytes are forwarded, then the connection is reset instead of their answer. */
  'reset-after',
  /** Half of the answer, then the end. */
  'half',
  /** The answer comes a few bytes at a time. */
  'drip',
  /** Noise instead of the answer, then the end. */
  'garbage',
] as const;
export type ProxyMode = (typeof PROXY_MODES)[number];

/** Whether a fault strikes the connection that is about to forward this. */
export type Strikes = (chunk: Buffer) => boolean;

const DRIP_BYTES = 4;
const DRIP_MS = 10;
const LATENCY_MS = { min: 20, max: 450 };

/** A TCP proxy on loopback that can be told to misbehave, between the service and a server it depends on. */
export class FaultProxy {
  /** Connections that a fault has struck so far. */
  struck = 0;
  private fault: { mode: ProxyMode; strikes: Strikes } | null = null;
  private readonly links = new Set<Link>();

  private constructor(
    private readonly server: Server,
    readonly random: Random,
  ) {}

  static async start(target: { host: string; port: number }, random: Random): Promise<FaultProxy> {
    const server = createServer();
    const proxy = new FaultProxy(server, random);
    server.on('connection', (client) => proxy.links.add(new Link(proxy, client, connect(target))));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on, connections are struck as they forward something that `strikes` picks. */
  begin(mode: ProxyMode, strikes: Strikes): void {
    this.fault = { mode, strikes };
  }

  /** Ends the fault. What it had struck is cut, since bytes of it are missing, late or false. */
  heal(): void {
    this.fault = null;
    for (const link of this.links) if (link.mode !== null) link.cut();
  }

  async close(): Promise<void> {
    for (const link of this.links) link.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The mode of a connection that is struck now. */
  strike(chunk: Buffer): ProxyMode | null {
    if (!this.fault?.strikes(chunk)) return null;
    this.struck += 1;
    return this.fault.mode;
  }

  forget(link: Link): void {
    this.links.delete(link);
  }
}

/** One connection through the proxy. */
class Link {
  mode: ProxyMode | null = null;
  private delayMs = 0;
  private dripping: Buffer[] = [];
  private dripTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly proxy: FaultProxy,
    private readonly client: Socket,
    private readonly upstream: Socket,
  ) {
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => undefined);
    client.on('data', (chunk: Buffer) => this.fromClient(chunk));
    upstream.on('data', (chunk: Buffer) => this.fromServer(chunk));
    client.on('close', () => this.later(() => this.end(upstream)));
    upstream.on('close', () => this.later(() => this.end(client)));
  }

  /** Resets both sides. */
  cut(): void {
    clearInterval(this.dripTimer);
    this.client.resetAndDestroy();
    this.upstream.resetAndDestroy();
    this.proxy.forget(this);
  }

  /** One side has gone: the other gets what is on its way, then the end. */
  private end(other: Socket): void {
    clearInterval(this.dripTimer);
    other.destroySoon();
    this.proxy.forget(this);
  }

  private fromClient(chunk: Buffer): void {
    if (this.mode === null) {
      this.mode = this.proxy.strike(chunk);
      if (this.mode === 'latency')
        this.delayMs = LATENCY_MS.min + this.proxy.random() * (LATENCY_MS.max - LATENCY_MS.min);
    }
    if (this.mode === 'blackhole') return;
    if (this.mode === 'reset-before') return this.cut();
    this.later(() => this.upstream.write(chunk));
  }

  private fromServer(chunk: Buffer): void {
    switch (this.mode) {
      case null:
      case 'latency':
        return this.later(() => this.client.write(chunk));
      case 'blackhole':
        return;
      case 'reset-before':
      case 'reset-after':
        return this.cut();
      case 'half':
        this.client.end(chunk.subarray(0, Math.ceil(chunk.length / 2)));
        return void this.upstream.destroy();
      case 'drip':
        return this.drip(chunk);
      case 'garbage':
        this.client.end(Buffer.from(chunk.map(() => Math.floor(this.proxy.random() * 256))));
        return void this.upstream.destroy();
    }
  }

  /** All of a connection is late by the same time: nothing overtakes. */
  private later(action: () => void): void {
    if (this.delayMs === 0) action();
    else setTimeout(action, this.delayMs);
  }

  private drip(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at += DRIP_BYTES)
      this.dripping.push(chunk.subarray(at, at + DRIP_BYTES));
    this.dripTimer ??= setInterval(() => {
      const drop = this.dripping.shift();
      if (drop) this.client.write(drop);
    }, DRIP_MS);
  }
}
