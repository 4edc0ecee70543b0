import { connect, type Socket } from 'node:net';

/** Receives the status of a response; 0 if the connection ended without one. */
export type Answered = (status: number) => void;

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * A keep-alive connection with one request at a time. Uses only sockets and strings: a full HTTP client would take CPU
 * from the services that it measures.
 */
export class Connection {
  private received = '';
  private answered: Answered | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.take(text));
    socket.on('error', () => undefined);
    socket.on('close', () => this.finish(0));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket)));
    });
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  send(request: string, answered: Answered): void {
    this.answered = answered;
    if (this.isOpen) this.socket.write(request, 'latin1');
    else this.finish(0);
  }

  close(): void {
    this.socket.destroy();
  }

  private take(text: string): void {
    this.received += text;
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const length = Number(LENGTH.exec(this.received)?.[1]);
    if (this.received.length < headEnd + HEAD_END.length + length) return;
    const status = Number(this.received.slice(9, 12));
    this.received = '';
    this.finish(status);
  }

  private finish(status: number): void {
    const { answered } = this;
    this.answered = undefined;
    answered?.(status);
  }
}
