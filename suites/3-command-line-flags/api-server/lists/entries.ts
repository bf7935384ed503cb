import { becomesTrue, HarnessError, shared } from '#kit'
import { file, type FileValue, pem } from '#kit/launch.ts'
import type { KeyObject } from 'node:crypto'
import { createAuthority } from '#harness/certificates/authority.ts'
import { adminName } from '#harness/programs/credentials.ts'
import { auditPolicy, type PolicyRule } from '../../../shared/audit/policy.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { auditSinks, countOf, freshPaths } from '../../../shared/audit/fixture.ts'
import { sharedNodeAgents, sharedOidcHost } from '../../../shared/peers.ts'
import { FlagAuthenticator, oidcFlags } from '../oidc/flags.ts'
import { keys, minimalFlags } from '../service-accounts/fixture.ts'

/** Tested positions of entries. Lists of two entries have separate checks. */
export const places = { 'third of four': 'third', 'last of four': 'last' } as const

/** Position of an entry in a list of four. */
export type EntryName = 'first' | 'second' | 'third' | 'last'
const entries = ['first', 'second', 'third', 'last'] as const

/** Returns one value for each entry of a list. */
const forEachEntry = (value: (entry: EntryName) => string): string[] => entries.map(value)

export const apiAudience = (entry: EntryName): string => `https://${entry}-api.example`
export const origin = (entry: EntryName): string => `https://pages.${entry}.example`
export const tokenOf = (entry: EntryName): string => `token-of-${entry}`
export const user = (entry: EntryName): string => `user-${entry}`
/** Returns the group to which only the user of an entry belongs. */
export const groupOf = (entry: EntryName): string => `group-${entry}`

/** Private keys, by the entry whose file contains the public key. */
export const keyOf: Readonly<Record<EntryName, () => KeyObject>> = {
  first: () => keys.signing.privateKey,
  second: () => keys.firstOfTwo.privateKey,
  third: () => keys.rsa.privateKey,
  last: () => keys.another.privateKey,
}

function keyFile(entry: EntryName): FileValue {
  const keyPair = { first: keys.signing, second: keys.firstOfTwo, third: keys.rsa, last: keys.another }[entry]
  const key = keyPair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
  return file(`${entry}.pub`, key, { verbatim: true })
}

/** APIs that the server enables or disables. No API requires another. */
export const apis: Readonly<Record<EntryName, string>> = {
  first: 'policy/v1=false',
  second: 'resource.orch.io/v1beta1=true',
  third: 'autoscaling/v2=false',
  last: 'batch/v1=false',
}

const level = 'Metadata'
const admin = { users: [adminName] }

/** Policy in which every list has four entries. */
const rules: readonly PolicyRule[] = [
  { level, ...admin, nonResourceURLs: ['/audited/*', ...forEachEntry((entry) => `/of-path/${entry}`)] },
  { level, users: forEachEntry(user), nonResourceURLs: ['/of-user'] },
  { level, userGroups: forEachEntry(groupOf), nonResourceURLs: ['/of-group'] },
  { level, ...admin, verbs: ['get', 'update', 'patch', 'delete'], resources: [{ group: 'verbs.example' }] },
  {
    level,
    ...admin,
    resources: forEachEntry((entry) => `${entry}.example`).map((name) => ({ group: name })),
  },
  { level, ...admin, resources: [{ group: 'resources.example', resources: forEachEntry((entry) => entry) }] },
  {
    level,
    ...admin,
    resources: [
      { group: 'names.example', resources: ['things'], resourceNames: forEachEntry((entry) => entry) },
    ],
  },
  {
    level,
    ...admin,
    namespaces: forEachEntry((entry) => `space-${entry}`),
    resources: [{ group: 'spaces.example' }],
  },
]

const host = sharedOidcHost()
/** Node agents of the server. */
export const agents = sharedNodeAgents()
const otherAuthorities = shared(() =>
  Promise.all(['one', 'two', 'three'].map((name) => createAuthority(name))),
)

/** Returns a bundle of four authorities, of which the given authority is the last. */
async function bundle(given: string): Promise<string> {
  const otherCertificates = (await otherAuthorities()).map(({ certificate }) => certificate)
  return [...otherCertificates, given].join('')
}

/** Authority of node agents that is the first of its bundle. */
export const firstAuthority = shared(async () => {
  const [first] = await otherAuthorities()
  if (first === undefined) throw new TypeError('there is no authority')
  return first
})

const lines = entries.map((entry) => `${tokenOf(entry)},${user(entry)},uid-${entry},"${groupOf(entry)}"\n`)

const sinks = auditSinks()

/** A server with four entries in each list. */
export const server = sharedServer(async () => {
  const [running, issuers] = [await agents(), await host()]
  const trustedIssuer = issuers.issuer('lists')
  const spec = (await sinks()).spec(
    {
      ...minimalFlags,
      '--service-account-key-file': entries.map(keyFile),
      '--api-audiences': forEachEntry(apiAudience).join(','),
      '--cors-allowed-origins': forEachEntry(
        (entry) => `^${origin(entry).replaceAll('.', String.raw`\.`)}$`,
      ).join(','),
      '--runtime-config': Object.values(apis).join(','),
      '--token-auth-file': file('tokens.csv', lines.join(''), { verbatim: true }),
      // Permits pods without a service account, whose logs show which node agents are trusted.
      '--disable-admission-plugins': 'ServiceAccount',
      ...oidcFlags(trustedIssuer),
      '--oidc-ca-file': pem('issuers.crt', await bundle(trustedIssuer.certificateAuthority)),
      '--orchlet-certificate-authority': pem('agents.crt', await bundle(running.certificateAuthority)),
    },
    auditPolicy(rules, { omitStages: ['RequestReceived', 'ResponseStarted'] }),
  )
  return { ...spec, peers: [...(spec.peers ?? []), running, issuers] }
})

const recordedWithinMs = 10_000

/** Returns the URIs of the requests that the log records, once it contains the event of a later request. */
export async function recordedOf(uris: readonly string[]): Promise<readonly string[]> {
  const [{ log }, [later = '']] = [await sinks(), freshPaths(1)]
  await (await server()).request({ path: later })
  await becomesTrue(() => countOf([later], log.events()) === 1, recordedWithinMs)
  const events = new Set(log.events().map(({ requestURI }) => requestURI))
  if (!events.has(later)) throw new HarnessError('untestable', `The event of ${later} is not in the log.`)
  return uris.filter((uri) => events.has(uri))
}

/** Authenticator of the issuer whose authority is the last of the bundle. */
export const issuer = new FlagAuthenticator('lists', { server, host }, {})
