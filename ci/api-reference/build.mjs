// Writes the reference of the exports of the packages, a Markdown page per entry, from the published declarations.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from '../build/stamps.mjs'

/**
 * Writes the pages into `dist/api-reference`.
 * @param root the built repository
 */
export async function writeApiReference(root) {
  const { Application } = await import('typedoc')
  const api = join(root, 'dist', 'api')
  const out = join(root, 'dist', 'api-reference')
  if (!existsSync(join(api, 'peers', 'index.d.ts'))) throw new Error('Run npm run build first.')
  rmSync(out, { recursive: true, force: true })
  // An export of several entries is described on the page of the first entry.
  const entries = ['peers/index', 'http', 'grpc', ...entriesIn(api, 'peers'), 'results/index']
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    name: 'API reference',
    entryPoints: [...new Set(entries)].map((name) => join(api, `${name}.d.ts`)),
    tsconfig: join(root, 'ci', 'api-reference', 'tsconfig.json'),
    readme: 'none',
    sortEntryPoints: false,
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    validation: { notExported: false },
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
    out,
    outputFileStrategy: 'modules',
    useHTMLAnchors: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables', '*'],
    typeDeclarationFormat: 'table',
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('The declarations could not be read; the reasons stand above.')
  await app.generateOutputs(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Error('The reference has mistakes; they stand above.')
  }
  const facts = factsOfPeers(readFileSync(join(root, 'docs', 'peers.md'), 'utf8'))
  for (const name of filesIn(out, '.')) {
    const path = join(out, name)
    writeFileSync(path, withHeader(readFileSync(path, 'utf8'), name.replace(/\.md$/, ''), facts))
  }
}

/**
 * Returns the facts of each peer from the table of docs/peers.md. The reference repeats them, with links relative to
 * its folder.
 */
function factsOfPeers(page) {
  const rows = page.matchAll(/^\| `([a-z-]+)` \| `start\w+`.*? \| (.*?) \| (.*?) ?\|$/gm)
  const withMovedLinks = (text) => text.replace(/\]\((?![a-z]+:|#)/g, '](../../../docs/')
  return new Map(
    [...rows].map(([, peer, features, limits]) => [
      peer,
      { features: withMovedLinks(features), limits: withMovedLinks(limits) },
    ]),
  )
}

/** Returns a page that begins with the import of its entry and the supported features of its peer. */
function withHeader(text, name, facts) {
  const [, peer] = /^peers\/(.*)$/.exec(name) ?? []
  const fact = facts.get(peer)
  if (peer !== undefined && fact === undefined) throw new Error(`docs/peers.md has no row about ${peer}.`)
  const lines = {
    README: [
      'What the packages export, an entry a page. [Mock peers as a library](../../docs/peers.md) is the guide.',
    ],
    http: ['Common exports of the HTTP peers. The entry of each HTTP peer exports them.'],
    grpc: ['Common exports of the gRPC peers. The entry of each gRPC peer exports them.'],
    peers: ['What all peers have in common: `orch-conformance-peers`, or `orch-conformance/peers`.'],
    results: ['What reads the results of runs: `orch-conformance/results`.'],
  }[name] ?? [
    `Import it from \`orch-conformance-peers/${peer}\`, or from \`orch-conformance/peers/${peer}\`.`,
    `It speaks ${fact.features}.`,
    ...(fact.limits === '' ? [] : [`It does not: ${fact.limits}.`]),
  ]
  return text.replace('\n', () => `\n\n${lines.join('\n\n')}\n`)
}

function entriesIn(api, folder) {
  return filesIn(api, folder)
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => name.replace(/\.d\.ts$/, ''))
    .toSorted()
}
