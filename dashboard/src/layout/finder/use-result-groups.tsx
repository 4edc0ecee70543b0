import { linkOptions, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayOpen } from '../../api/session';
import { MaskedPhone } from '../../components/masked-phone';
import { StatusBadge } from '../../components/status-badge';
import { useFormat, useTranslations } from '../../i18n';
import { usePages } from '../navigation';
import type { FoundMessage } from './api';
import classes from './finder.module.css';
import type { SearchResults } from './use-search-results';

interface Choice {
  id: string;
  label: ReactNode;
  /** Target of a link. */
  link?: LinkProps;
  /** Or an action. */
  act?: () => void;
}

export interface Group {
  name: 'messages' | 'brands' | 'accounts' | 'pages';
  choices: readonly Choice[];
}

const PAGES_MAX = 6;

/** Search results by kind, most likely ones first. */
export function useResultGroups(results: SearchResults): Group[] {
  const { text, isName, isAdmin, ask } = results;
  const t = useTranslations('shared.finder');
  const mayOpen = useMayOpen();
  const pages = usePages();
  const part = text.toLowerCase();
  const named = pages.filter(({ label }) => label.toLowerCase().includes(part));
  const groups: Group[] = [
    {
      name: 'messages',
      choices: [
        ...(ask ? [{ id: 'ask', label: t('ask', { text }), act: ask }] : []),
        ...results.messages.map((message) => ({
          id: `message-${message.id}`,
          label: <Message message={message} />,
          link: linkTo(message, isAdmin),
        })),
      ],
    },
    {
      name: 'accounts',
      choices: results.accounts.map(({ id, name, username }) => ({
        id: `account-${id}`,
        label: <NamedOption name={name} about={`@${username}`} />,
        link: linkOptions({ to: '/admin/users/$id', params: { id: String(id) } }),
      })),
    },
    {
      name: 'brands',
      choices: results.brands.map((brand, index) => ({
        id: `brand-${index}`,
        label: <NamedOption name={brand} about={t('ofBrand')} />,
        link: linkOptions({ to: '/history', search: { brand } }),
      })),
    },
    {
      name: 'pages',
      choices: (text === '' ? pages : isName ? named.slice(0, PAGES_MAX) : []).map(
        ({ name, label, link }) => ({
          id: `page-${name}`,
          label,
          link,
        }),
      ),
    },
  ];
  if (isAdmin && mayOpen('/admin/messages') && isName && /\p{L}/u.test(text))
    groups[2] = {
      name: 'brands',
      choices: [
        {
          id: 'brand',
          label: t('brandOfAll', { text }),
          link: linkOptions({ to: '/admin/messages', search: { brand: text } }),
        },
      ],
    };
  return groups.filter(({ choices }) => choices.length > 0);
}

const linkTo = ({ id, reference, livemode }: FoundMessage, isAdmin: boolean) =>
  isAdmin
    ? linkOptions({ to: '/admin/messages/$id', params: { id: String(id) } })
    : linkOptions({
        to: '/history/$messageId',
        params: { messageId: reference },
        search: livemode ? {} : { mode: 'test' as const },
      });

function Message({ message }: { message: FoundMessage }) {
  const { time } = useFormat();
  const { recipient, company_name: brand, status, created_at: at, username } = message;
  const about = [brand, username, time(at)].filter((part) => part !== undefined && part !== null);
  return (
    <>
      <span className={classes.name}>
        <MaskedPhone value={recipient} />
        <br />
        <span className={classes.about}>{about.join(' · ')}</span>
      </span>
      <StatusBadge status={status} />
    </>
  );
}

function NamedOption({ name, about }: { name: string; about: string }) {
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.about}>{about}</span>
    </>
  );
}
