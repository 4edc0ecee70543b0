import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '../api/settings';
import { useTranslations } from '../i18n';
import { DayField } from './day-field';
import { dayIn, type Days, daysOf, type Period, periodOf, PERIODS } from './periods.rules';

interface Props extends Days {
  onChange: (days: Days) => void;
}

/** A named period, or a custom range of two days. */
export function PeriodFields({ from, to, onChange }: Props) {
  const t = useTranslations('lists.period');
  const today = dayIn(useTimeZone(), new Date());
  const period = periodOf({ from, to }, today);
  const isAny = from === undefined && to === undefined;
  const [isOwnWanted, setOwnWanted] = useState(false);
  const [wasAny, setWasAny] = useState(isAny);
  if (wasAny !== isAny) {
    setWasAny(isAny);
    // Clearing the filters hides the custom range.
    if (isAny) setOwnWanted(false);
  }
  const isOwn = isOwnWanted || (!isAny && period === undefined);
  const choose = (value: string) => {
    setOwnWanted(value === 'own');
    if (value === '') onChange({});
    else if (value !== 'own') onChange(daysOf(value as Period, today));
  };
  return (
    <>
      <NativeSelect
        label={t('label')}
        value={isOwn ? 'own' : (period ?? '')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: t('any') },
          ...PERIODS.map((value) => ({ value, label: t(value) })),
          { value: 'own', label: t('own') },
        ]}
      />
      {isOwn && (
        <>
          <DayField label={t('from')} value={from} onChange={(day) => onChange({ from: day, to })} />
          <DayField label={t('to')} value={to} onChange={(day) => onChange({ from, to: day })} />
        </>
      )}
    </>
  );
}
