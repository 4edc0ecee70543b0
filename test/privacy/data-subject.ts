import { Sweepers } from '../../src/platform/background/sweepers.js';
import type { Answer } from '../support/api.js';
import type { TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';

const ROOT = '/api/admin/privacy/requests';

export interface PrivacyRequest {
  id: number;
  kind: string;
  status: string;
  note: string | null;
  held_messages: number;
  has_document: boolean;
  overdue: boolean;
  due_at_utc: string;
}

export const requestOf = ({ body }: Answer) => body.data as PrivacyRequest;

/** An administrator who answers data subjects. */
export class PrivacyDesk {
  private constructor(
    private readonly service: TestService,
    readonly token: string,
  ) {}

  static async at(service: TestService): Promise<PrivacyDesk> {
    return new PrivacyDesk(service, await adminToken(service));
  }

  post = (path: string, body?: object) =>
    this.service.api.post(`${ROOT}${path}`, body, { token: this.token });
  get = (path: string, headers: Record<string, string> = {}) =>
    this.service.api.get(`${ROOT}${path}`, { token: this.token, headers });

  /** Enters a request and completes it. */
  async completed(kind: string, phone: string): Promise<PrivacyRequest> {
    const { id } = requestOf(await this.post('', { phone, kind }));
    return requestOf(await this.post(`/${id}/complete`, {}));
  }

  /** A round in the background. */
  async sweep(id: number): Promise<PrivacyRequest> {
    await this.service.app.get(Sweepers).runOnce('erasures');
    return requestOf(await this.get(`/${id}`));
  }

  hold = (userId: number, body: object) =>
    this.service.api.put(`/api/admin/users/${userId}/legal-hold`, body, { token: this.token });
}
