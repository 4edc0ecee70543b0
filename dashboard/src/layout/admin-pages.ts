import {
  IconActivity,
  IconChartBar,
  IconClipboardList,
  IconCoins,
  IconDeviceMobile,
  IconFileInvoice,
  IconMessages,
  IconReceipt,
  IconScale,
  IconShieldCheck,
  IconShieldLock,
  IconUsers,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

/** Pages of the navigation for administrators. */
export const ADMIN_PAGES = [
  { name: 'system', icon: IconActivity, link: linkOptions({ to: '/admin/system' }) },
  { name: 'users', icon: IconUsers, link: linkOptions({ to: '/admin/users' }) },
  {
    name: 'topUps',
    needs: 'listAllTopUpRequests',
    icon: IconReceipt,
    link: linkOptions({ to: '/admin/top-ups' }),
  },
  { name: 'prices', needs: 'listPrices', icon: IconCoins, link: linkOptions({ to: '/admin/prices' }) },
  { name: 'costs', needs: 'listCosts', icon: IconScale, link: linkOptions({ to: '/admin/costs' }) },
  {
    name: 'serviceFraud',
    needs: 'getFraudDefaults',
    icon: IconShieldCheck,
    link: linkOptions({ to: '/admin/fraud' }),
  },
  {
    name: 'privacy',
    needs: 'listPrivacyRequests',
    icon: IconShieldLock,
    link: linkOptions({ to: '/admin/privacy' }),
  },
  {
    name: 'statements',
    needs: 'listStatementMonths',
    icon: IconFileInvoice,
    link: linkOptions({ to: '/admin/statements' }),
  },
  {
    name: 'reservedBrands',
    needs: 'listReservedBrands',
    icon: IconShieldLock,
    link: linkOptions({ to: '/admin/reserved-brands' }),
  },
  {
    name: 'devices',
    needs: 'listDevices',
    icon: IconDeviceMobile,
    link: linkOptions({ to: '/admin/devices' }),
  },
  {
    name: 'messages',
    needs: 'listAllMessages',
    icon: IconMessages,
    link: linkOptions({ to: '/admin/messages' }),
  },
  { name: 'serviceAnalytics', icon: IconChartBar, link: linkOptions({ to: '/admin/analytics' }) },
  {
    name: 'audit',
    needs: 'listAuditEntries',
    icon: IconClipboardList,
    link: linkOptions({ to: '/admin/audit' }),
  },
] as const;
