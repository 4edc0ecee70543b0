import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { createQueryClient } from './api/query-client';
import { LanguageProvider } from './i18n/language-provider';
import { Notifier } from './layout/notifier';
import { styleNonce } from './nonce';
import { createAppRouter } from './routes/router';
import { cssVariables, theme } from './theme';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

type Initial = ComponentProps<typeof LanguageProvider>['initial'];

export function App({ initial }: { initial: Initial }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <LanguageProvider initial={initial}>
          <RouterProvider router={router} />
          <Notifier />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
