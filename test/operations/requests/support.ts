import { expect } from 'vitest';
import type {
  RefusedRequestItem,
  RefusedRequestPage,
} from '../../../src/operations/requests/refused-requests.dto.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import type { TestApp } from '../../support/app.js';

const PATH = '/api/account/requests';

/** Writes down what has been answered by now. */
export const written = ({ app }: TestApp) => app.get(Sweepers).runOnce('the log of refused requests');
export const looked = ({ app }: TestApp) => app.get(Sweepers).runOnce('the poll of refused requests');
export const beaten = ({ app }: TestApp) => app.get(Sweepers).runOnce('the heartbeat of live requests');

export async function listed(test: TestApp, token: string, query = ''): Promise<RefusedRequestPage> {
  await written(test);
  const answer = await test.api.get(`${PATH}${query}`, { token });
  expect(answer).toAnswer(200);
  return answer.body.data;
}

export interface LiveEvent {
  id: string;
  type: string;
  data: RefusedRequestItem;
}

/** Server-sent events as a client gets them. */
export class LiveStream {
  readonly events: LiveEvent[] = [];
  comments = 0;
  /** Once the service has ended it. */
  isOver = false;

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {}

  static async open(url: string, headers: Record<string, string>): Promise<LiveStream> {
    const abort = new AbortController();
    const response = await fetch(`${url}${PATH}/live`, { headers, signal: abort.signal });
    const stream = new LiveStream(response, abort);
    if (response.status === 200) void stream.read().catch(() => undefined);
    return stream;
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of this.response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.take(block);
    }
    this.isOver = true;
  }

  private take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const [name = '', ...rest] = line.split(': ');
        return [name, rest.join(': ')];
      }),
    );
    const data = fields.get('data');
    if (data === undefined) this.comments++;
    else
      this.events.push({
        id: fields.get('id') ?? '',
        type: fields.get('event') ?? '',
        data: JSON.parse(data) as RefusedRequestItem,
      });
  }
}
