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
  IconTrademark,
  IconUsers,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

/** Pages of the navigation for administrators. */
export const ADMIN_PAGES = [
  { name: 'system', icon: IconActivity, link: linkOptions({ to: '/admin/system' }) },
  { name: 'users', icon: IconUsers, link: linkOptions({ to: '/admin/users' }) },
  {
    name: 'topUps',
    icon: IconReceipt,
    link: linkOptions({ to: '/admin/top-ups' }),
  },
  { name: 'prices', icon: IconCoins, link: linkOptions({ to: '/admin/prices' }) },
  { name: 'costs', icon: IconScale, link: linkOptions({ to: '/admin/costs' }) },
  {
    name: 'serviceFraud',
    icon: IconShieldCheck,
    link: linkOptions({ to: '/admin/fraud' }),
  },
  {
    name: 'privacy',
    icon: IconShieldLock,
    link: linkOptions({ to: '/admin/privacy' }),
  },
  {
    name: 'statements',
    icon: IconFileInvoice,
    link: linkOptions({ to: '/admin/statements' }),
  },
  {
    name: 'reservedBrands',
    icon: IconTrademark,
    link: linkOptions({ to: '/admin/reserved-brands' }),
  },
  {
    name: 'devices',
    icon: IconDeviceMobile,
    link: linkOptions({ to: '/admin/devices' }),
  },
  {
    name: 'messages',
    icon: IconMessages,
    link: linkOptions({ to: '/admin/messages' }),
  },
  { name: 'serviceAnalytics', icon: IconChartBar, link: linkOptions({ to: '/admin/analytics' }) },
  {
    name: 'audit',
    icon: IconClipboardList,
    link: linkOptions({ to: '/admin/audit' }),
  },
] as const;
