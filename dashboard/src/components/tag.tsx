import { Badge } from '@mantine/core';

interface Props {
  color: string;
  children: string;
}

/** A word about one thing, such as its state, in a colour that says the same. */
export const Tag = ({ color, children }: Props) => (
  <Badge variant="light" color={color} tt="none" miw="max-content">
    {children}
  </Badge>
);
