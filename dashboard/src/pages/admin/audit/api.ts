import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pagedList } from '../../../api/polling';
import type { AuditAction } from '../../../components/audit/actions';
import type { AuditSearch } from '../search';

export type AuditEntry = Schemas['AuditItem'];

export const auditQuery = ({ after: _, ...query }: AuditSearch & { action?: AuditAction | undefined }) =>
  queryOptions({
    queryKey: [...keys.audit, query],
    queryFn: () => api.get('/api/admin/audit', { query }),
    ...pagedList,
  });
