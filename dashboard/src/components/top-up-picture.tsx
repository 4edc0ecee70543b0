import { useQuery } from '@tanstack/react-query';
import { topUpPictureQuery } from '../api/top-ups';

const SIZE = 180;
const FRAME = {
  objectFit: 'contain',
  background: 'white',
  borderRadius: 'var(--mantine-radius-sm)',
} as const;

/** The payment QR code. Its background stays white in dark mode, for scanners. */
export function TopUpPicture({ alt }: { alt: string }) {
  const { data } = useQuery(topUpPictureQuery);
  return (
    <div style={{ width: SIZE, height: SIZE }}>
      {data !== undefined && <img src={data} alt={alt} width={SIZE} height={SIZE} style={FRAME} />}
    </div>
  );
}
