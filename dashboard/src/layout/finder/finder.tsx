import { IconSearch, IconX } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useErrorText, useTranslations } from '../../i18n';
import classes from './finder.module.css';
import { type Group, useResultGroups } from './use-result-groups';
import { type SearchResults, useSearchResults } from './use-search-results';

const LIST_ID = 'finder-list';
const optionId = (id: string) => `finder-${id}`;

/**
 * Command palette: searches messages, brands, accounts and pages. The native dialog manages the focus.
 * Nothing typed is stored.
 */
export default function Finder({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shared.finder');
  const actions = useTranslations('common.actions');
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const results = useSearchResults(typed);
  const groups = useResultGroups(results);
  const { active, setActive, onKeyDown } = useActive(groups);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('title')}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div className={classes.top}>
        <IconSearch size={20} aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          aria-expanded={groups.length > 0}
          aria-controls={LIST_ID}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          aria-label={t('title')}
          placeholder={t(results.isAdmin ? 'placeholderAdmin' : 'placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={255}
          // The dialog was opened to type here.
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.close} aria-label={actions('close')} onClick={close}>
          <IconX size={18} aria-hidden />
        </button>
      </div>
      <div id={LIST_ID} role="listbox" aria-label={t('results')} className={classes.list}>
        {groups.map((group) => (
          <Choices key={group.name} group={group} active={active} onActive={setActive} onDone={close} />
        ))}
      </div>
      <Note results={results} isEmpty={groups.length === 0} />
    </dialog>
  );
}

/** The option that Enter selects: the first, until the arrow keys or the mouse choose another. */
function useActive(groups: readonly Group[]) {
  const ids = groups.flatMap(({ choices }) => choices.map(({ id }) => id));
  const [chosen, setActive] = useState<string>();
  const active = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0];
  const step = (by: number) => {
    const next = ids[(ids.indexOf(active ?? '') + by + ids.length) % ids.length];
    setActive(next);
    if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || active === undefined) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') {
      const { ctrlKey, metaKey } = event;
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey });
      document.getElementById(optionId(active))?.dispatchEvent(click);
    } else return;
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

interface ChoicesProps {
  group: Group;
  active: string | undefined;
  onActive: (id: string) => void;
  onDone: () => void;
}

function Choices({ group: { name, choices }, active, onActive, onDone }: ChoicesProps) {
  const t = useTranslations('shared.finder.groups');
  const label = `finder-group-${name}`;
  return (
    <div role="group" aria-labelledby={label}>
      <div id={label} className={classes.group}>
        {t(name)}
      </div>
      {choices.map(({ id, label: text, link, act }) => {
        const option = {
          id: optionId(id),
          role: 'option',
          'aria-selected': id === active,
          className: classes.option,
          onMouseMove: () => onActive(id),
        };
        return link ? (
          <OptionLink
            key={id}
            {...link}
            to={link.to}
            {...option}
            tabIndex={-1}
            onClick={({ ctrlKey, metaKey }) => !ctrlKey && !metaKey && onDone()}
          >
            {text}
          </OptionLink>
        ) : (
          // Keeps the focus in the field.
          <div key={id} {...option} onMouseDown={(event) => event.preventDefault()} onClick={act}>
            {text}
          </div>
        );
      })}
    </div>
  );
}

const OptionLink = createLink((props: ComponentPropsWithRef<'a'>) => <a {...props} />);

/** Result count or error, announced to screen readers. */
function Note({ results, isEmpty }: { results: SearchResults; isEmpty: boolean }) {
  const t = useTranslations('shared.finder');
  const errorText = useErrorText();
  const { error, isSearching, text, messages, hasMore } = results;
  const note = () => {
    if (error) return errorText(error);
    if (text === '') return t('help');
    if (isSearching) return t('searching');
    if (isEmpty) return t('nothing');
    if (messages.length === 0) return t('help');
    return t(hasMore ? 'foundMore' : 'found', { count: messages.length });
  };
  return (
    <div role="status" className={classes.note}>
      {note()}
    </div>
  );
}
