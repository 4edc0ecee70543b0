import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentProps } from 'react';
import { createQueryClient } from './api/query-client';
import { sessionIsOver } from './api/session';
import { LanguageProvider } from './i18n/language-provider';
import { styleNonce } from './nonce';
import { createAppRouter } from './routes/router';
import { cssVariables, theme } from './theme';

/** Nothing is notified before a page has done something, so this comes after the page. */
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

const queryClient = createQueryClient(sessionIsOver);
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
          <Suspense>
            <Notifications position="bottom-center" />
          </Suspense>
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
