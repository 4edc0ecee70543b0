import type { Http } from './http.js';
import type { MessageList, MessageQuery, MessageSearch, MessageStory } from './types.js';

/** Looking messages up, of the key's own mode. */
export class Messages {
  constructor(private readonly http: Http) {}

  /** The story of a message, by its `reference` or `message_id`. */
  async get(id: string): Promise<MessageStory> {
    return (await this.ask(`/${encodeURIComponent(id)}`)) as MessageStory;
  }

  /** Messages with an `external_id`, newest first. */
  async list(query: MessageQuery): Promise<MessageList> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, String(value));
    return (await this.ask(`?${parameters}`)) as MessageList;
  }

  /** Messages to a recipient, or by one of the other names that a message has, newest first. */
  async search(search: MessageSearch): Promise<MessageList> {
    const path = '/api/otp/messages/search';
    return (await this.http.request({
      method: 'POST',
      path,
      body: search,
      repeatable: 'always',
    })) as MessageList;
  }

  private ask(path: string): Promise<unknown> {
    return this.http.request({ method: 'GET', path: `/api/otp/messages${path}`, repeatable: 'always' });
  }
}
