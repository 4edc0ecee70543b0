import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { PageSkeleton } from '../components/skeletons';
import { RouteError } from '../layout/route-error';
import { adminRoutes } from './admin';
import { rootRoute } from './root';
import { accountRoutes, signedInLayout } from './signed-in';
import { signedOutRoutes } from './signed-out';

const routeTree = rootRoute.addChildren([
  signedOutRoutes,
  signedInLayout.addChildren([...accountRoutes, adminRoutes]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query options decide when data is stale.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
  });
}
