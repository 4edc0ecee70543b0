import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Paging } from '../../api/search';
import { ClearFilters } from '../../components/clear-filters';
import { notify } from '../../components/notify';
import { useErrorText, useTranslations } from '../../i18n';
import { AccountField, accountIdOf } from './account-field';
import classes from './filter-form.module.css';
import { type Filters, filtersOf, isFiltered } from './search';

export interface FilterField {
  /** Name of the search parameter. */
  name: string;
  label: string;
  /** Options of a select; without them, the field is a text input. */
  choices?: readonly { value: string; label: string }[];
  /** Label of the empty option. */
  any?: string;
  /** The field takes an account name; the URL has its ID. */
  isAccount?: boolean;
  /** The name of another field: a change of that one resets this field. */
  of?: string;
}

interface Props<Search> {
  fields: readonly FilterField[];
  /** From the URL. */
  search: Search;
  /** Validates the typed values. */
  read: (written: Filters) => Search;
  onFilter: (search: Search) => void;
  /** Additional fields, which apply immediately. */
  children?: ReactNode;
}

/** Filter fields of a list, kept in the URL. */
export function FilterForm<Search extends Paging>({
  fields,
  search,
  read,
  onFilter,
  children,
}: Props<Search>) {
  const t = useTranslations('admin.filters');
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useWritten(search);
  const [unusable, setUnusable] = useState<readonly string[]>([]);
  const resolve = useAccounts(fields);
  const apply = async () => {
    const resolved = await resolve(trimmed(written));
    if (!resolved) return;
    const known = withoutDependents(fields, resolved, filtersOf(search));
    const next = read({ ...known, ...(search.limit ? { limit: String(search.limit) } : {}) });
    const held = filtersOf(next);
    // Marks invalid values instead of ignoring them: the list would show more than was asked for.
    const lost = Object.keys(known).filter((name) => held[name] === undefined);
    setUnusable(lost);
    if (lost.length > 0) return;
    setWritten(held);
    onFilter(next);
  };
  const clear = () => {
    setUnusable([]);
    setWritten({});
    onFilter(read({}));
    // The button disappears, so the focus moves to a field.
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <div className={classes.fields}>
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={written[field.name] ?? ''}
            applied={filtersOf(search)[field.name] ?? ''}
            isUnusable={unusable.includes(field.name)}
            onChange={(value) => setWritten({ ...written, [field.name]: value })}
          />
        ))}
        {children}
        <Button type="submit" variant="default">
          {t('apply')}
        </Button>
        {isFiltered(search) && <ClearFilters onClear={clear} />}
      </div>
    </form>
  );
}

interface FieldProps {
  field: FilterField;
  value: string;
  applied: string;
  isUnusable: boolean;
  onChange: (value: string) => void;
}

function Field({ field, value, applied, isUnusable, onChange }: FieldProps) {
  const t = useTranslations('admin.filters');
  const { label, choices, any = '', isAccount } = field;
  if (isAccount) return <AccountField {...{ label, value, applied, onChange }} isUnknown={isUnusable} />;
  return choices ? (
    <NativeSelect
      label={label}
      data={[{ value: '', label: any }, ...choices]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ) : (
    <TextInput
      label={label}
      error={isUnusable && t('unusable')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Replaces account names by IDs, or by an empty text if there is no such account. */
function useAccounts(fields: readonly FilterField[]) {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  return async (written: Filters): Promise<Filters | undefined> => {
    const names = fields.filter(({ name, isAccount }) => isAccount && written[name] !== undefined);
    try {
      const ids = await Promise.all(
        names.map(async ({ name }) => {
          const id = await accountIdOf(queryClient, written[name] ?? '');
          return [name, id ?? ''] as const;
        }),
      );
      return { ...written, ...(Object.fromEntries(ids) as Filters) };
    } catch (error) {
      notify(errorText(error), 'broken');
      return undefined;
    }
  };
}

/** Values of the fields: they follow the URL, but keep values that are not applied yet. */
function useWritten(search: Paging) {
  const applied = filtersOf(search);
  const [before, setBefore] = useState(applied);
  const [written, setWritten] = useState(applied);
  if (JSON.stringify(before) !== JSON.stringify(applied)) {
    const isPending = ([name, text]: [string, string]) =>
      text !== (before[name] ?? '') && (applied[name] ?? '') === (before[name] ?? '');
    setBefore(applied);
    setWritten({ ...applied, ...Object.fromEntries(Object.entries(written).filter(isPending)) });
  }
  return [written, setWritten] as const;
}

/** The fields that are not empty. */
function trimmed(written: Filters): Filters {
  const entries = Object.entries(written).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Resets fields that depend on a changed field. */
function withoutDependents(fields: readonly FilterField[], written: Filters, before: Filters): Filters {
  const dependents = fields.filter(({ of }) => of !== undefined && written[of] !== before[of]);
  return Object.fromEntries(
    Object.entries(written).filter(([name]) => dependents.every((field) => field.name !== name)),
  );
}
