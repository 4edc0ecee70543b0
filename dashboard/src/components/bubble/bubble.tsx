import { IconCopy } from '@tabler/icons-react';
import { fillTemplate, type Look } from '../../api/message-texts';
import { useTranslations } from '../../i18n';
import classes from './bubble.module.css';
import { type Span, spansOf } from './formatting.rules';

interface Props {
  look: Look;
  code: string;
  brand: string;
  /** Language of the message. */
  language: 'id' | 'en';
}

export function Bubble({ look: { template, button }, code, brand, language }: Props) {
  const t = useTranslations('shared.bubble');
  return (
    <figure className={classes.chat} aria-label={t('label')}>
      <div className={classes.bubble} lang={language}>
        <p className={classes.text}>
          {spansOf(fillTemplate(template, { code, brand })).map((span, index) => (
            <Formatted key={index} {...span} />
          ))}
        </p>
        {button !== null && (
          <p className={classes.copy}>
            <IconCopy size={18} aria-hidden />
            {button}
          </p>
        )}
      </div>
    </figure>
  );
}

function Formatted({ text, mark }: Span) {
  switch (mark) {
    case null:
      return text;
    case 'bold':
      return <strong>{text}</strong>;
    case 'italic':
      return <em>{text}</em>;
    case 'strike':
      return <s>{text}</s>;
    case 'mono':
      return <code>{text}</code>;
  }
}
