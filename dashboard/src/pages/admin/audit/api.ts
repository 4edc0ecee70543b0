import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList } from '../../../api/polling';
import type { components } from '../../../api/schema';
import type { AuditAction } from '../../../components/audit/actions';
import type { AuditSearch } from '../search';

export type AuditEntry = components['schemas']['AuditItem'];

export const auditQuery = ({ after: _, ...query }: AuditSearch & { action?: AuditAction | undefined }) =>
  queryOptions({
    queryKey: [...keys.audit, query],
    queryFn: () => unwrap(client.GET('/api/admin/audit', { params: { query } })),
    ...pagedList,
  });
