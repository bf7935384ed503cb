// Bundles the script and the style sheet of the report page and of the matrix into dist/reports/html/.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

await build({
  absWorkingDir: root,
  entryPoints: {
    page: 'reports/html/client/main.ts',
    matrix: 'reports/html/client/matrix.ts',
    'page-style': 'reports/html/style/sheet.css',
  },
  outdir: 'dist/reports/html',
  bundle: true,
  minify: true,
  conditions: ['source'],
  format: 'iife',
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
})
