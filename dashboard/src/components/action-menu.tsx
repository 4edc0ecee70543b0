import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { WriteGuard } from './write-guard';

interface Props {
  /** Names the button, which shows three dots only. */
  label: string;
  children: ReactNode;
}

/** What can be done with one thing of a list. */
export function ActionMenu({ label, children }: Props) {
  return (
    // The placeholder would be a child that no menu may have.
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <WriteGuard>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" c="inherit" size="lg" aria-label={label}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </WriteGuard>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  icon: Icon;
  onClick: () => void;
  children: string;
}

export function ActionItem({ icon: Glyph, onClick, children }: ItemProps) {
  return (
    <Menu.Item leftSection={<Glyph size={16} aria-hidden />} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}

/** The last of a menu, for what cannot be taken back. */
export function DangerItem({ icon: Glyph, onClick, children }: ItemProps) {
  return (
    <>
      <Menu.Divider role="separator" />
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<Glyph size={16} aria-hidden />}
        onClick={onClick}
      >
        {children}
      </Menu.Item>
    </>
  );
}
