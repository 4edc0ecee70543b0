import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|svg)$/;
/** Smaller files are not worth compressing. */
const WORTH_BYTES = 1024;

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes a .br and a .gz file beside every asset, so that the service does not compress at runtime. */
export function precompress(): Plugin {
  return {
    name: 'sandi-precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (!TEXT.test(fileName) || source.length < WORTH_BYTES) continue;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          const [br, gz] = await Promise.all([
            brotlied(source, { params }),
            gzipped(source, { level: constants.Z_BEST_COMPRESSION }),
          ]);
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: br });
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gz });
        }
      },
    },
  };
}
