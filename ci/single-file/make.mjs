// Makes one file that runs without an installed Node: node ci/single-file/make.mjs PACKAGE.tgz FILE
// The file is a single executable application of Node: the Node that runs this script, with the installed package in
// it, for the same platform and architecture. It needs Node 20.19 or newer, on Linux or macOS. `postject` inserts the
// package.
// In place of the tarball, a folder with the installed package can be given.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const postject = 'postject@1.0.0-alpha.6'
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const [pack, out] = process.argv.slice(2)
if (pack === undefined || out === undefined) {
  process.stderr.write('Give the tarball of the package and the file to write.\n')
  process.exit(2)
}

const workDir = mkdtempSync(join(tmpdir(), 'orch-single-file-'))
try {
  // Files that the program does not run: types, maps, pages.
  const unusedFiles = /\.(?:d\.[cm]?ts|map|md|markdown)$|(?:^|\/)\.bin\/|\.package-lock\.json$/
  // If npm fails, its error contains the output.
  const npm = (...words) => execFileSync('npm', words, { cwd: workDir, encoding: 'utf8', stdio: 'pipe' })
  const isInstalled = statSync(pack).isDirectory()
  const app = isInstalled ? resolve(pack) : join(workDir, 'app')
  if (!isInstalled)
    npm(
      'install',
      '--no-audit',
      '--no-fund',
      '--omit=dev',
      '--ignore-scripts',
      '--prefix',
      app,
      resolve(pack),
    )
  const contents = []
  const index = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      file,
      path: file
        .slice(app.length + 1)
        .split(sep)
        .join('/'),
    }))
    .filter(({ path }) => path.startsWith('node_modules/') && !unusedFiles.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ file, path }) => {
      const content = readFileSync(file)
      contents.push(content)
      const mode = (statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755
      return { path, size: content.length, digest: createHash('sha256').update(content).digest('hex'), mode }
    })
  const archive = Buffer.concat(contents)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: archive.length,
  }
  const files = brotliCompressSync(archive, { params })
  writeFileSync(join(workDir, 'index.json'), JSON.stringify(index))
  writeFileSync(join(workDir, 'files.br'), files)
  const config = {
    main: fileURLToPath(new URL('main.cjs', import.meta.url)),
    output: join(workDir, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { index: join(workDir, 'index.json'), files: join(workDir, 'files.br') },
  }
  writeFileSync(join(workDir, 'sea.json'), JSON.stringify(config))
  execFileSync(process.execPath, ['--experimental-sea-config', join(workDir, 'sea.json')], {
    stdio: 'ignore',
  })
  copyFileSync(process.execPath, out)
  chmodSync(out, 0o755)
  const isMac = process.platform === 'darwin'
  // macOS does not start a changed file with an old signature, so the signature is removed.
  if (isMac) execFileSync('codesign', ['--remove-signature', out])
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : []
  const postjectArguments = ['NODE_SEA_BLOB', join(workDir, 'blob'), '--sentinel-fuse', fuse, ...segment]
  npm('exec', '--yes', `--package=${postject}`, '--', 'postject', resolve(out), ...postjectArguments)
  if (isMac) execFileSync('codesign', ['--sign', '-', out])
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
  process.stdout.write(
    `${out}: ${megabytes(statSync(out).size)}; ${index.length} files of ${megabytes(archive.length)}, packed ${megabytes(files.length)}; Node ${process.version} ${process.platform}-${process.arch}\n`,
  )
} finally {
  rmSync(workDir, { recursive: true, force: true })
}
