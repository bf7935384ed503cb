import { currentCheck } from '#kit'
import type { Area, CaseResult } from '#kit/generate.ts'
import { file, type FileValue, type Flags } from '#kit/launch.ts'
import { issueClient } from '#mocks/tls/index.ts'
import { startOidcHost } from '#mocks/oidc-issuer/index.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { Authenticator } from '../../shared/authentication/authenticator.ts'
import { applyChanges } from '../../shared/configuration/apply-changes.ts'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { filesOfPlugins } from './admission.ts'
import { knownDeviation } from './deviations.ts'
import type { FileCase, FileKind } from './file-case.ts'
import { type ReloadedKind, ReloadingServer } from './reload.ts'
import { fileContent } from './file-content.ts'

/** Starts a server with each file and observes whether it becomes ready or refuses the file. */
export const judgeFiles: Area<FileCase>['judge'] = (cases) => Promise.all(cases.map(judgeFile))

function judgeFile(testCase: FileCase): Promise<CaseResult> {
  return testCase.broken?.mayStart ? judgeEntry(testCase) : judgeStart(testCase)
}

/**
 * Judges a file whose first entry must accept no token: the server refuses the file, or rejects every token of the
 * entry.
 */
async function judgeEntry({ kind, content, broken }: FileCase): Promise<CaseResult> {
  const { dialect } = currentCheck()
  const host = await startOidcHost()
  try {
    const { url, certificateAuthority } = host.issuer('spoilt')
    const trustedContent = applyChanges(content, {
      'jwt.0.issuer.url': url,
      'jwt.0.issuer.certificateAuthority': certificateAuthority,
    })
    const completeContent = fileContent(trustedContent, dialect, () => undefined) as object
    let status = 0
    let keyRequests = 0
    const flags = { ...flagsOf(kind, completeContent), '--anonymous-auth': false }
    const withoutAnonymous =
      'anonymous' in completeContent ? { ...flags, '--anonymous-auth': undefined } : flags
    const startResult = await startOutcome({ peers: [host], flags: withoutAnonymous }, async (server) => {
      const authenticatorFixture = { server: async () => server as never, host: async () => host }
      const entry = new Authenticator('spoilt', authenticatorFixture)
      status = (await entry.whoAmI(await entry.mint({ sub: 'alice' }))).status
      keyRequests = await entry.keyRequests()
    })
    if (
      startResult.outcome === 'refused' ||
      (startResult.outcome === 'ready' && status !== 201 && keyRequests > 0)
    )
      return { disagreements: [] }
    const entryInput = { kind, breaks: broken?.constraint, content }
    const expected = 'the file is refused, or a token of its first entry'
    return {
      disagreements: [
        { asked: entryInput, expected, actual: { outcome: startResult.outcome, status, keyRequests } },
      ],
    }
  } finally {
    await host.stop()
  }
}

async function judgeStart(testCase: FileCase): Promise<CaseResult> {
  const completeContent = await contentCompleter()
  const startResult = await startOutcome({ flags: flagsOf(testCase.kind, completeContent(testCase.content)) })
  return judgeOutcome(testCase, startResult)
}

/** Judges files of a kind on a server that reloads them. Returns `undefined` if the server does not reload files. */
export async function judgeReloads(
  kind: ReloadedKind,
  cases: readonly FileCase[],
): Promise<readonly CaseResult[] | undefined> {
  const completeContent = await contentCompleter()
  const server = await ReloadingServer.start(kind, completeContent)
  if (server === undefined) return undefined
  try {
    const caseResults: CaseResult[] = []
    for (const fileCase of cases) {
      const { isValid, error } = await server.read(completeContent(fileCase.content))
      // The documents leave open when this file is rejected, and its tokens are not tested here.
      if (isValid && fileCase.broken?.mayStart) caseResults.push({ disagreements: [], outcome: 'ready' })
      else caseResults.push(judgeOutcome(fileCase, { outcome: isValid ? 'ready' : 'refused', stderr: error }))
    }
    return caseResults
  } finally {
    await server.stop()
  }
}

/** Returns a function that replaces open values and names of adjacent files in a content. */
async function contentCompleter(): Promise<(content: object) => object> {
  const { dialect } = currentCheck()
  const filesByName = await filesOfPeers()
  return (content) => fileContent(content, dialect, (name) => filesByName[name]) as object
}

function judgeOutcome(
  testCase: FileCase,
  request: { readonly outcome: string; readonly stderr: string },
): CaseResult {
  return { ...compareWithDocuments(testCase, request), outcome: request.outcome }
}

function compareWithDocuments(
  { kind, content, broken }: FileCase,
  request: { readonly outcome: string; readonly stderr: string },
): CaseResult {
  const { dialect } = currentCheck()
  const expected = broken === undefined ? 'ready' : 'refused'
  const deviation = knownDeviation(dialect.name, kind, broken?.constraint)
  if (request.outcome !== expected) {
    if (deviation !== undefined) return { disagreements: [], deviations: [deviation] }
    const fileInput = { kind, ...(broken && { breaks: broken.constraint }), content }
    const actual = {
      outcome: request.outcome,
      ...(request.outcome !== 'ready' && { stderr: request.stderr.trim().slice(-600) }),
    }
    return { disagreements: [{ asked: fileInput, expected: { outcome: expected }, actual }] }
  }
  if (broken === undefined) return { disagreements: [] }
  const namesSubject = dialect.refusalNames?.(request.stderr, dialect.word(broken.about))
  // A refusal for another reason is no evidence of the constraint.
  return namesSubject === false
    ? {
        disagreements: [],
        open: [{ what: `why ${broken.constraint} was refused`, value: request.stderr.trim().slice(-300) }],
      }
    : { disagreements: [] }
}

function flagsOf(kind: FileKind, content: object): Flags {
  if (kind !== 'audit') return configurationFlag(kind, content)
  // A server may read a policy only if it has a destination for events.
  return { '--audit-policy-file': file('audit.yaml', content), '--audit-log-path': '-' }
}

let peerFiles: Promise<Readonly<Record<string, FileValue>>> | undefined

/** Returns valid files that other files name. Their addresses have no listener. */
function filesOfPeers(): Promise<Readonly<Record<string, FileValue>>> {
  peerFiles ??= issueClient({ commonName: 'api-server' }).then(({ key, certificate }) => {
    const verbatimFile = (name: string, content: string): FileValue => file(name, content, { verbatim: true })
    const cluster = { name: 'c', cluster: { server: 'https://127.0.0.1:1/' } }
    const context = { name: 'x', context: { cluster: 'c', user: 'u' } }
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [cluster],
      users: [{ name: 'u', user: {} }],
      contexts: [context],
      'current-context': 'x',
    }
    return {
      'client.yaml': verbatimFile('client.yaml', JSON.stringify(config)),
      'client.key': verbatimFile('client.key', key),
      'client.crt': verbatimFile('client.crt', certificate),
      'ca.crt': verbatimFile('ca.crt', certificate),
      ...Object.fromEntries(
        Object.entries(filesOfPlugins).map(([name, content]) => [name, file(name, content)]),
      ),
    }
  })
  return peerFiles
}
