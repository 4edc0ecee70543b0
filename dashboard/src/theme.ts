import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The eighth shade has a contrast above 5:1 with white text. */
const teal: MantineColorsTuple = [
  '#eaf6f6',
  '#d6eaea',
  '#add4d5',
  '#80bdbf',
  '#5aa9ac',
  '#3f9699',
  '#258286',
  '#0e6f74',
  '#0a5d61',
  '#064a4d',
];

const slate: MantineColorsTuple = [
  '#d5dadc',
  '#b4bcc0',
  '#98a2a7',
  '#6b767c',
  '#3d464b',
  '#31393d',
  '#252b2e',
  '#1b2023',
  '#16191b',
  '#101314',
];

export const theme = createTheme({
  colors: { teal, dark: slate },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    '"Plus Jakarta Sans", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.25' }, h2: { fontSize: '1.125rem' } },
  },
  components: {
    // Notifications close automatically, and Mantine's close button has no accessible name.
    Notification: { defaultProps: { withCloseButton: false } },
    Modal: {
      // Its <header> would be a second banner landmark.
      defaultProps: { attributes: { header: { role: 'presentation' } } },
      styles: {
        content: { backgroundColor: 'var(--sandi-surface)' },
        header: { backgroundColor: 'var(--sandi-surface)' },
        title: { fontWeight: 650, overflowWrap: 'anywhere' },
      },
    },
  },
});

/** Mantine's grey and red text colours are too pale for WCAG AA on our backgrounds. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f8f8',
    '--mantine-color-dimmed': '#55606a',
    '--mantine-color-placeholder': '#66717b',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': colors.teal?.[7] ?? '',
    '--mantine-color-orange-light-color': '#8f3404',
    '--mantine-color-yellow-light-color': '#6f4a00',
    '--sandi-tick': colors.teal?.[6] ?? '',
    '--sandi-surface': '#ffffff',
    '--sandi-border': '#dfe5e6',
    '--sandi-border-strong': '#b9c3c6',
    '--sandi-chat': '#e6ecea',
    '--sandi-bubble': '#ffffff',
    '--sandi-good': 'var(--mantine-color-teal-7)',
    '--sandi-sent': 'var(--mantine-color-blue-5)',
    '--sandi-bad': 'var(--mantine-color-red-8)',
  },
  dark: {
    '--mantine-color-body': '#16191b',
    '--mantine-color-dimmed': '#a3aeb3',
    '--mantine-color-placeholder': '#98a2a7',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-anchor': colors.teal?.[3] ?? '',
    '--sandi-tick': colors.teal?.[3] ?? '',
    '--sandi-surface': '#1e2326',
    '--sandi-border': '#333b3f',
    '--sandi-border-strong': '#566167',
    '--sandi-chat': '#14181a',
    '--sandi-bubble': '#2a3236',
    '--sandi-good': 'var(--mantine-color-teal-5)',
    '--sandi-sent': 'var(--mantine-color-blue-4)',
    '--sandi-bad': 'var(--mantine-color-red-6)',
  },
});
