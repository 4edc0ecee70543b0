import {
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** A gateway that takes longer than this to connect is taken for unreachable: there is time for another device. */
const CONNECT_TIMEOUT_MS = 3000;

/**
 * Watches one HTTP request, to tell whether any byte of it can have reached the gateway. Error codes do not tell
 * (ECONNRESET comes before and after), the socket does: nothing is written before it is connected and, under TLS,
 * before the certificate has been verified. A send starts its request here; axios, for what only asks, has it as
 * `transport`.
 */
export class Departure {
  private socketAssigned = false;
  private mayHaveLeft = false;

  constructor(private readonly signal: AbortSignal) {}

  /** Of a request that has failed: none of it left, and none of it will. */
  get isProvablyUnsent(): boolean {
    return !this.mayHaveLeft;
  }

  /** It waited in line for a connection until the end. */
  get wasOnlyQueued(): boolean {
    return !this.socketAssigned;
  }

  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    // Whoever gave up on it by now has been told that it was not sent.
    this.signal.throwIfAborted();
    const start = options.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(options, onResponse);
    request.once('socket', (socket) => this.watch(request, socket));
    return request;
  }

  private watch(request: ClientRequest, socket: Socket): void {
    this.socketAssigned = true;
    if (!isConnecting(socket)) {
      this.mayHaveLeft = true;
      return;
    }
    const timer = setTimeout(
      () => request.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })),
      CONNECT_TIMEOUT_MS,
    );
    request.once('close', () => clearTimeout(timer));
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      this.mayHaveLeft = true;
    });
  }
}

function isConnecting(socket: Socket): boolean {
  // `secureConnecting` is Node's own, and missing in its types: TCP is up, the handshake is not over.
  return socket.connecting || (socket as Socket & { secureConnecting?: boolean }).secureConnecting === true;
}
