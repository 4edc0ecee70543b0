import { BlockSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import classes from './analytics.module.css';

const HEIGHT = 300;

export const CardsSkeleton = () => (
  <div className={classes.cards}>
    {['funnel', 'time', 'series', 'heat'].map((card) => (
      <Surface key={card}>
        <BlockSkeleton height={HEIGHT} />
      </Surface>
    ))}
  </div>
);
