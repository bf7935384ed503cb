import { accepts, type NamedCases, expect, formerly, refuses, rulesOf, says, test } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import {
  expectRefusal,
  expectServes,
  sharedServer,
  startOutcome,
  startServer,
} from '../../../shared/api-server.ts'
import { decodeToken, issueFreshToken, signAgain } from './service-accounts.ts'
import { identity } from '../identity.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { issuers, minimalFlags } from './fixture.ts'

const { must, unspecified } = rulesOf({ overlaps: true })

const keyFile = '--service-account-key-file'
const signingFile = '--service-account-signing-key-file'
const issuer = '--service-account-issuer'
const minimalServer = sharedServer(() => ({ flags: minimalFlags }))
const noKey = file('no.key', 'no key at all\n', { verbatim: true })

must(
  'flag.service-account-key-file.required-with-signing-key',
  flagRow(keyFile, 'required with signing key file'),
  () => {
    says('--service-account-key-file is required when a signing key file is given.')
    accepts(
      {
        title: 'a signing key file together with a key file',
        id: 'a signing key file beside a key file',
      },
      () => expectServes(minimalServer),
    ).sees('key-file-beside-signing-key-refused')

    refuses('a signing key file without a key file', async () => {
      await expectRefusal({ flags: { ...minimalFlags, [keyFile]: undefined } }, 'service-account-key-file')
    }).sees('service-account-key-file-not-required')
  },
)

must(
  'flag.service-account-key-file.pem',
  {
    ...flagRow(keyFile, 'PEM'),
    twin: 'flag.service-account-key-file.required-with-signing-key/accepts-a-signing-key-file-beside-a-key-file',
  },
  () => {
    says('The files of keys hold RSA or ECDSA keys in PEM.')
    refuses({ title: 'a key file that contains no key', id: 'a key file that holds no key' }, async () => {
      await expectRefusal({ flags: { ...minimalFlags, [keyFile]: noKey } }, 'key')
    }).sees('service-account-key-file-unparsed')

    refuses(
      { title: 'a signing key file that contains no key', id: 'a signing key file that holds no key' },
      async () => {
        await expectRefusal({ flags: { ...minimalFlags, [signingFile]: noKey } }, 'key')
      },
    ).sees('service-account-signing-key-file-unparsed')
  },
)

must(
  'flag.service-account-key-file.falls-back',
  { ...flagRow(keyFile, 'falls back to --tls-private-key-file'), capability: 'token-request' },
  () => {
    says(
      'Without --service-account-key-file and a signing key file, the key of --tls-private-key-file verifies.',
    )
    test(
      {
        title: 'a token that the serving key signed is accepted',
        id: 'a token is accepted that the serving key signed',
      },
      async () => {
        const issuingServer = await minimalServer()
        const token = signAgain(await issueFreshToken(issuingServer), issuingServer.credentials.serving.key)
        let callerIdentity: unknown
        // The store of the issuing server contains the account.
        const flags = {
          ...minimalFlags,
          [keyFile]: undefined,
          [signingFile]: undefined,
          '--service-account-lookup': false,
        }
        const { outcome } = await startOutcome({ flags }, async (server) => {
          callerIdentity = await identity(server, { token })
        })

        expect(outcome).toBe('ready')
        expect(callerIdentity).not.toBe('nobody')
      },
    ).sees('serving-key-verifies-nothing')
  },
)

must(
  'flag.service-account-issuer.comma-list',
  { ...flagRow(issuer, 'type'), capability: 'token-request' },
  () => {
    says('One flag may list several issuers, separated by commas, because its type is strings.')
    test(
      {
        title: 'the first issuer of a comma-separated list issues tokens',
        id: 'the first issuer of a comma list issues',
      },
      async () => {
        const server = await startServer({ flags: { ...minimalFlags, [issuer]: issuers.join(',') } })

        expect(decodeToken(await issueFreshToken(server)).claims.iss).toBe(issuers[0])
      },
    ).sees('list-flag-comma-not-split')
  },
)

unspecified('flag.service-account.odd-values', flagRow(issuer, 'values'), () => {
  says('Unspecified: the result of a start without an issuer, or with values at the limits.')
  const unspecifiedFlags: NamedCases<Flags> = {
    'a signing key without an issuer': { [issuer]: undefined },
    'a duplicate issuer': formerly('an issuer that stands twice', { [issuer]: [issuers[0], issuers[0]] }),
    'a key set URI with the scheme http': formerly('a key set at http', {
      '--service-account-jwks-uri': 'http://keys.example/',
    }),
    'a maximum validity of a minute': { '--service-account-max-token-expiration': '1m' },
  }

  test.for(unspecifiedFlags)(
    { title: 'observes whether %s is accepted', id: 'whether %s is accepted is recorded' },
    async (changes, check) => {
      const { outcome } = await startOutcome({ flags: { ...minimalFlags, ...changes } })
      check.observe(Object.keys(changes).join(), outcome)
    },
  )
})
