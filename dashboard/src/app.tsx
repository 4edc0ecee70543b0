import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createQueryClient } from './api/query-client';
import { lazyImport } from './components/lazy-import';
import { notified } from './components/notify';
import { LanguageProvider } from './i18n/language-provider';
import { styleNonce } from './nonce';
import { createAppRouter } from './routes/router';
import { cssVariables, theme } from './theme';

const queryClient = createQueryClient();
export const router = createAppRouter(queryClient);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <RouterProvider router={router} />
          <Notifier />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const Notifications = lazy(async () => ({
  default: (await lazyImport(() => import('@mantine/notifications'))).Notifications,
}));

/** Renders notifications as soon as there is one. */
function Notifier() {
  const isWanted = useSyncExternalStore(notified.subscribe, notified.isWanted);
  return <Suspense>{isWanted && <Notifications position="bottom-center" />}</Suspense>;
}
