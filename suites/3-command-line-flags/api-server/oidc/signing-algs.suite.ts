import { accepts, expect, formerly, refuses, rulesOf, says } from '#kit'
import { type AsymmetricAlgorithm, asymmetricAlgorithms } from '#mocks/oidc-issuer/index.ts'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { oidcFlags } from './flags.ts'
import { servers } from './shared-servers.ts'

const { must } = rulesOf()

const casesByName = (algorithms: readonly AsymmetricAlgorithm[]) =>
  Object.fromEntries(algorithms.map((algorithm) => [algorithm, algorithm]))
const otherAlgorithms = asymmetricAlgorithms.filter((algorithm) => algorithm !== 'RS256')

const { host, plain, everyAlgorithm, chosenAlgorithms } = servers

must(
  'flag.oidc-signing-algs.default',
  { ...flagRow('--oidc-signing-algs', 'default'), capability: 'who-am-i' },
  () => {
    says('Without --oidc-signing-algs, only tokens signed with RS256 are accepted.')
    accepts({ title: 'a token signed with RS256 by default', id: 'RS256 by default' }, async () => {
      expect(await plain.user()).toBeDefined()
    }).sees('oidc-ca-file-ignored')

    refuses
      .for(casesByName(otherAlgorithms))('%s by default', async (algorithm) => {
        await plain.expectRefused(await plain.mint({}, { algorithm }))
      })
      .sees('oidc-signing-algs-default-all')
  },
)

// Faults that prevent any list from being read.
const faultsBeforeReading = ['oidc-comma-list-taken-whole', 'oidc-ca-file-ignored'] as const

must(
  'flag.oidc-signing-algs.allowed',
  { ...flagRow('--oidc-signing-algs', 'meaning'), capability: 'who-am-i' },
  () => {
    says('Tokens signed with an algorithm of --oidc-signing-algs are accepted, and no others.')
    accepts
      .for(casesByName(asymmetricAlgorithms))(
        { title: '%s if it is listed', id: '%s where it is listed' },
        async (algorithm) => {
          expect(await everyAlgorithm.userOf(await everyAlgorithm.mint({}, { algorithm }))).toBeDefined()
        },
      )
      .sees(...faultsBeforeReading, (algorithm) =>
        algorithm === 'RS256' ? undefined : `signing-algorithm-refused-${algorithm}`,
      )

    accepts('the first of two listed algorithms', async () => {
      expect(await chosenAlgorithms.user()).toBeDefined()
    }).sees('signing-algorithm-refused-ES256')

    refuses(
      {
        title: 'the default algorithm if only other algorithms are listed',
        id: 'the default algorithm where others are listed',
      },
      async () => {
        await chosenAlgorithms.user()
        await chosenAlgorithms.expectRefused(await chosenAlgorithms.mint({}, { algorithm: 'RS256' }))
      },
    ).sees('signing-algorithm-refused-ES256')
  },
)

const unknownAlgorithms = {
  'a symmetric algorithm': 'HS256',
  'no algorithm': 'none',
  'an unknown algorithm': formerly('an unknown one', 'RS257'),
}

must(
  'flag.oidc-signing-algs.values',
  {
    ...flagRow('--oidc-signing-algs', 'values'),
    overlaps: true,
    twin: 'flag.oidc-signing-algs.allowed/accepts-rs256-where-it-is-listed',
  },
  () => {
    says('The values of --oidc-signing-algs are the nine asymmetric algorithms of RFC 7518.')
    refuses
      .for(unknownAlgorithms)('a list with %s', async (value) => {
        const flags = oidcFlags((await host()).issuer('every'))
        await expectRefusal({ flags: { ...flags, '--oidc-signing-algs': `RS256,${value}` } }, 'signing alg')
      })
      .sees('values-unchecked-oidc-signing-algs')
  },
)
