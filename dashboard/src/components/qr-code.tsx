import { Box } from '@mantine/core';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

const SIZE_PX = 208;
/** Quiet zone that scanners need (ISO 18004). */
const QUIET = 4;

/** Black on white in dark mode too: many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, viewBox } = useMemo(() => {
    const code = generate(text);
    const size = code.size + 2 * QUIET;
    return { path: toSvgPath(code), viewBox: `${-QUIET} ${-QUIET} ${size} ${size}` };
  }, [text]);
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={viewBox}
      w={SIZE_PX}
      h={SIZE_PX}
      bg="white"
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </Box>
  );
}
