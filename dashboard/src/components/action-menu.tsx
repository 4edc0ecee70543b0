import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { WriteGuard } from './write-guard';

interface Props {
  /** Accessible name of the button. */
  label: string;
  /** The operation behind the actions. */
  needs: string;
  children: ReactNode;
}

/** Menu of actions for one item of a list. */
export function ActionMenu({ label, needs, children }: Props) {
  return (
    // The placeholder would be an invalid child of a menu.
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <WriteGuard needs={needs}>
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

/** Last item of a menu, for an action that cannot be undone. */
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
