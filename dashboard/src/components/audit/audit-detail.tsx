import { Text } from '@mantine/core';

/** What was noted beside the change, in the names of the API. */
export function AuditDetail({ detail }: { detail: object | null }) {
  if (detail === null) return null;
  return (
    <Text size="sm" maw={420} style={{ overflowWrap: 'anywhere' }}>
      {linesOf(detail).join(' · ')}
    </Text>
  );
}

/** `limits: { per_minute: 20 }` is told as `limits.per_minute: 20`. */
function linesOf(detail: object, within = ''): string[] {
  return Object.entries(detail).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? linesOf(value, `${within}${name}.`)
      : [`${within}${name}: ${String(value)}`],
  );
}
