import { ApiKeysService } from '../../src/api-keys/index.js';
import { ROLE } from '../../src/platform/access/principal.js';
import { User } from '../../src/users/index.js';
import { createAccount, sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

export type Who = 'none' | 'key' | 'test_key' | 'user' | 'admin' | 'garbage' | 'mixed';

/** Who calls, with what they own. */
export interface Actors {
  tokens: Record<Who, string | undefined>;
  /** By the name of a path's parameter, as they stand in a path. */
  ids: Record<string, string[]>;
}

async function createActors(service: TestService): Promise<Actors> {
  const account = await createAccount(service, 1_000_000);
  const boss = await createAccount(service, 1_000);
  await service.database.tx((tx) => tx.update(User, { id: boss.userId }, { roleId: ROLE.admin }));
  const keys = service.app.get(ApiKeysService);
  const test = await keys.create(account.userId, { name: 'uji', mode: 'test' });
  const user = await userToken(service, account.userId);
  const admin = await userToken(service, boss.userId);
  const sent = await service.api.post('/api/otp/send', sendBody(), { token: account.key });
  const { message_id: messageId = 'x' } = (sent.body.data ?? {}) as { message_id?: string };
  const { otp_code: _, ...toVerify } = sendBody();
  const verifications = [];
  for (const token of [account.key, test.key]) {
    const made = await service.api.post('/api/otp/verifications', toVerify, { token });
    const { verification_id = 'x' } = (made.body.data ?? {}) as { verification_id?: string };
    verifications.push(verification_id);
  }
  return {
    tokens: {
      none: undefined,
      key: account.key,
      test_key: test.key,
      user,
      admin,
      garbage: 'sandi_live_x.y.z',
      mixed: `${admin.split('.').slice(0, 2).join('.')}.${user.split('.')[2]}`,
    },
    ids: {
      id: ['1', '2', '3', String(account.userId), String(boss.userId), String(test.id)],
      verification_id: [...verifications, 'x'],
      message_id: [messageId, 'x', encodeURIComponent(messageId)],
    },
  };
}

const USES_MAX = 250;

/** The actors of a fuzz, which ends sessions, deletes keys, and takes its own administrator's role away. */
export class Cast {
  private current: Promise<Actors> | undefined;
  private uses = 0;

  constructor(private readonly service: TestService) {}

  actors(): Promise<Actors> {
    if (this.uses++ >= USES_MAX) this.renew();
    return (this.current ??= createActors(this.service));
  }

  /** Some of them may have lost what they had. */
  renew(): void {
    if (this.uses < 10) return;
    this.current = undefined;
    this.uses = 0;
  }
}
