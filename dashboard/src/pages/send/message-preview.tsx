import { Box, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageTextsQuery } from '../../api/message-texts';
import { Bubble } from '../../components/bubble/bubble';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import { type Draft, withExamples } from './samples';

const HEIGHT = 130;

/** Preview of the message. */
export function MessagePreview({ draft }: { draft: Draft }) {
  const t = useTranslations('send.preview');
  const { otp_code: code, company_name: brand, language } = withExamples(draft);
  return (
    <Surface>
      <Title order={2} mb="sm">
        {t('title')}
      </Title>
      <Loaded query={useQuery(messageTextsQuery)} height={HEIGHT}>
        {({ looks: [commonest, ...others], usual }) => (
          <Box mih={HEIGHT}>
            <Bubble look={(commonest ?? usual)[language]} code={code} brand={brand} language={language} />
            {others.length > 0 && <Hint>{t('others')}</Hint>}
          </Box>
        )}
      </Loaded>
    </Surface>
  );
}
