// Creates the package with the mock peers alone: the part of dist/ that they import, with a package.json.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ImportGraph, packageOf } from './import-graph.mjs'
import { declarationsFrom } from './types.mjs'

const peersPackage = 'orch-conformance-peers'
const program = 'bin/orch-conformance-peers.js'
// Packages that only scripts of HTTP peers import. Users of such scripts install them.
const optionalPackages = ['msw']

/**
 * Writes the package into a folder: only the files that the entries of the peers and the program import. The package
 * and its dependencies have the same versions as in the whole package.
 * @param root the built repository
 */
export function writePeersPackage(root, to) {
  const dist = join(root, 'dist')
  const wholeManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = readdirSync(join(dist, 'api', 'peers')).map((name) => posix.join('api', 'peers', name))
  const filesEndingIn = (end) => files.filter((name) => name.endsWith(end))
  const code = new ImportGraph(dist).reachedFrom([...filesEndingIn('.js'), program])
  const types = declarationsFrom(dist, filesEndingIn('.d.ts'))
  const importedPackages = new Set([...code.packages, ...types.specifiers.map(packageOf)])
  const dependencies = Object.keys(wholeManifest.dependencies).filter(
    (name) => importedPackages.has(name) && !optionalPackages.includes(name),
  )
  const unknownPackages = [...importedPackages].filter(
    (name) => wholeManifest.dependencies[name] === undefined,
  )
  if (unknownPackages.length > 0)
    throw new Error(`The peers import ${unknownPackages.join(', ')}, of which no version is known.`)

  rmSync(to, { recursive: true, force: true })
  for (const name of [...code.files, ...types.files]) copy(join(dist, name), join(to, 'dist', name))
  for (const name of ['LICENSE', 'CHANGELOG.md', 'docs/example/peers', ...copiedPaths])
    copy(join(root, name), join(to, name))
  for (const name of ['generated', 'build.mjs'])
    rmSync(join(to, 'protos', name), { recursive: true, force: true })
  copy(join(root, 'api', 'README.md'), join(to, 'README.md'))
  for (const name of pages) {
    const text = readFileSync(join(root, name), 'utf8')
    writeFileSync(join(to, name), withoutOuterLinks(text, join(to, 'docs')))
  }
  const manifest = {
    name: peersPackage,
    version: wholeManifest.version,
    description:
      'Mock peers for tests of control planes: OIDC issuer, KMS plugin, webhooks, etcd, API server …',
    license: wholeManifest.license,
    type: 'module',
    engines: wholeManifest.engines,
    files: ['dist', 'docs', 'protos', 'schemas', 'CHANGELOG.md'],
    bin: { [peersPackage]: `./dist/${program}` },
    exports: {
      ...exportsOf(filesEndingIn('.d.ts')),
      './schemas/*': './schemas/*',
      './protos/*.proto': './protos/*.proto',
      './package.json': './package.json',
    },
    imports: Object.fromEntries(
      Object.entries(wholeManifest.imports)
        .filter(([name]) => code.files.some((file) => file.startsWith(`${name.slice(1).split('/')[0]}/`)))
        .map(([name, { default: path }]) => [name, path]),
    ),
    dependencies: Object.fromEntries(dependencies.map((name) => [name, wholeManifest.dependencies[name]])),
    peerDependencies: Object.fromEntries(
      optionalPackages.map((name) => [name, `^${wholeManifest.dependencies[name]}`]),
    ),
    peerDependenciesMeta: Object.fromEntries(optionalPackages.map((name) => [name, { optional: true }])),
  }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * Returns an export for each file, first the export of `index`. A pattern at the top of a package would match every
 * path.
 */
function exportsOf(declarations) {
  const names = declarations.map((name) => posix.basename(name, '.d.ts')).filter((name) => name !== 'index')
  const entry = (as, name) => [
    as,
    { types: `./dist/api/peers/${name}.d.ts`, default: `./dist/api/peers/${name}.js` },
  ]
  return Object.fromEntries([
    entry('.', 'index'),
    ...names.toSorted().map((name) => entry(`./${name}`, name)),
  ])
}

const copiedPaths = ['protos', 'schemas/peer-script.schema.json']
const pages = ['docs/peers.md', 'docs/mocks.md', 'docs/cloud-provider.md']

/** Returns a page that links only to pages of this package. Other links become plain text. */
function withoutOuterLinks(text, folder) {
  return text.replace(/\[([^\]]*)\]\((?![a-z]+:|#)([^)#]+)(#[^)]*)?\)/g, (link, words, path) => {
    const isInPackage = pages.includes(posix.join('docs', path)) || existsSync(join(folder, path))
    return isInPackage ? link : words
  })
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}
