import type { Http } from './http.js';
import { queryOf } from './query.js';
import type { MessageList, MessageQuery, MessageSearch, MessageStory, RequestOptions } from './types.js';

/** Message search, in the mode of the key. */
export class Messages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** The timeline of a message, by its `reference` or `message_id`. */
  async get(id: string, options: RequestOptions = {}): Promise<MessageStory> {
    return (await this.#ask(`/${encodeURIComponent(id)}`, options)) as MessageStory;
  }

  /** Messages with an `external_id`, newest first. */
  async list(query: MessageQuery, options: RequestOptions = {}): Promise<MessageList> {
    return (await this.#ask(queryOf(query), options)) as MessageList;
  }

  /** Messages by recipient or by one of their IDs, newest first. */
  async search(search: MessageSearch, options: RequestOptions = {}): Promise<MessageList> {
    const path = '/api/otp/messages/search';
    return (await this.#http.request({
      method: 'POST',
      path,
      body: search,
      repeatable: 'always',
      options,
    })) as MessageList;
  }

  #ask(path: string, options: RequestOptions): Promise<unknown> {
    return this.#http.request({
      method: 'GET',
      path: `/api/otp/messages${path}`,
      repeatable: 'always',
      options,
    });
  }
}
