import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from './api/query-client';
import { LanguageProvider } from './i18n/language-provider';
import { Notifier } from './layout/notifier';
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
