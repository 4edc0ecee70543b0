import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Section } from '../../components/section';
import { useTranslations } from '../../i18n';
import { BLOCKS_SHOWN, fraudBlocksQuery, type FraudScope } from './api';
import { BlockTable } from './block-table';

const STATES = ['true', 'false'] as const;

/** The blocks; in shadow mode, those that would be in force. */
export function BlockList({ scope }: { scope: FraudScope }) {
  const t = useTranslations('fraud.blocks');
  const [active, setActive] = useState<(typeof STATES)[number]>('true');
  return (
    <Section
      title={t('title')}
      aside={
        <SegmentedControl
          value={active}
          onChange={setActive}
          data={STATES.map((value) => ({ value, label: t(value === 'true' ? 'present' : 'past') }))}
        />
      }
    >
      <Loaded query={useQuery(fraudBlocksQuery(scope, active))} rows={4}>
        {({ items, next_cursor: next }) => (
          <>
            <BlockTable scope={scope} blocks={items} />
            {next !== null && <Hint mt="sm">{t('more', { count: BLOCKS_SHOWN })}</Hint>}
          </>
        )}
      </Loaded>
    </Section>
  );
}
