import type { Plugin } from 'vite';

/** Mantine defines fourteen colours. Without the unused ones there are about 400 CSS variables less. */
const UNUSED_COLORS = ['pink', 'grape', 'indigo', 'cyan', 'green', 'lime'].join('|');
/** Transitions that no component of ours has. */
const UNUSED_TRANSITIONS = 'fade-(?:up|left|right)|scale(?:-[xy])?|skew-(?:up|down)|rotate-(?:left|right)';
/** The classes of groups of buttons, which no page has. */
const GROUP_CLASSES = 'm_80d6d844|m_70be2a01';

interface Cut {
  file: RegExp;
  unused: RegExp;
}

const CUTS: Cut[] = [
  {
    file: /default-css-variables\.layer\.css$/,
    unused: new RegExp(`--mantine-color-(?:${UNUSED_COLORS})-[\\w-]+:[^;]+;\\s*`, 'g'),
  },
  { file: /default-colors\.mjs$/, unused: new RegExp(`\\b(?:${UNUSED_COLORS}): \\[[^\\]]+\\],?\\s*`, 'g') },
  {
    file: /\/Button\.layer\.css$/,
    unused: new RegExp(`(?<=[{};]\\s*)\\.(?:${GROUP_CLASSES})[^{}]*\\{[^{}]*\\}\\s*`, 'g'),
  },
  {
    file: /\/Transition\/transitions\.mjs$/,
    unused: new RegExp(`^\\t"?(?:${UNUSED_TRANSITIONS})"?: \\{[^]*?\\n\\t\\},?\\n`, 'gm'),
  },
  { file: /\/Button\/Button\.mjs$/, unused: /\bButton\.Group(?:Section)? = \w+;\s*/g },
];

/** Takes out of Mantine what the dashboard does not use and no bundler can know. */
export function leanMantine(): Plugin {
  return {
    name: 'sandi-lean-mantine',
    enforce: 'pre',
    transform: {
      filter: { id: CUTS.map(({ file }) => file) },
      handler(code, id) {
        const unused = CUTS.find(({ file }) => file.test(id))?.unused ?? /^(?!)/;
        const lean = code.replace(unused, '');
        if (lean === code) throw new Error(`Mantine has changed: nothing unused was found in ${id}.`);
        return { code: lean, map: null };
      },
    },
  };
}
