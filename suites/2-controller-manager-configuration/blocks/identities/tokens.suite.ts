import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { createAuthority } from '#harness/certificates/authority.ts'
import { accepts, becomesTrue, expect, formerly, refuses, seeing, shared, test } from '#kit'
import { file } from '#kit/launch.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { rsaKey, rsaKeys } from '../../../shared/manager/rsa-key.ts'
import { expectAccepts, expectRefuses } from '../refusals.ts'
import {
  blocks,
  dataOf,
  startFixture,
  keyFileField,
  rootFileField,
  roots,
  watchedResources,
} from './tokens-fixture.ts'
import { reconciledWithinMs } from '../requests.ts'

const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

/** Data of the token secret of a service account once it is filled. */
const filledSecret = shared(async () => {
  const { api } = await startFixture()
  await becomesTrue(() => dataOf(api, 'judged', 'default').token !== undefined, reconciledWithinMs)
  return dataOf(api, 'judged', 'default')
})

declareFieldRule(
  {
    field: keyFileField,
    aspect: 'signs',
    says: 'Tokens of service accounts are signed with the key of the file.',
  },
  () => {
    test(
      {
        title: 'the public key of the pair verifies the token in a secret',
        id: 'has a token that the public half of the key verifies',
      },
      async () => {
        requireFields(keyFileField)
        const { token = '' } = await filledSecret()
        const verifiedToken = await jwtVerify(token, rsaKeys().publicKey).catch(() => undefined)

        expect(verifiedToken?.payload, 'what the token says').toMatchObject({
          sub: 'system:serviceaccount:default:judged',
        })
      },
    ).sees(ignoringFault(keyFileField))
  },
)

declareFieldRule(
  {
    field: rootFileField,
    aspect: 'placed',
    says: 'The bundle of the file is placed in the secrets of tokens.',
  },
  () => {
    test(
      {
        title: 'a secret contains the bundle in addition to the token',
        id: 'has the bundle beside the token',
      },
      async () => {
        requireFields(rootFileField)

        expect((await filledSecret())['ca.crt']).toBe((await roots()).bundle)
      },
    ).sees('field-ignored-sa-controller-root-ca-file', 'root-ca-bundle-cut')
  },
)

const pem = (name: string, content: string) => file(name, content, { verbatim: true })
const spec = (fields: Readonly<Record<string, unknown>>) => ({ blocks, fields, watchedResources })

declareFieldRule(
  {
    field: keyFileField,
    aspect: 'private-key',
    says: 'ServiceAccountKeyFile names a PEM file with an RSA private key.',
  },
  () => {
    accepts('an RSA private key', async () => {
      await expectAccepts(spec({ [keyFileField]: pem('good.key', rsaKey()) }), keyFileField)
    }).sees('service-account-key-file-refused')

    accepts({ title: 'an RSA private key in the form of PKCS #8', id: 'pkcs-8' }, async () => {
      const key = rsaKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      await expectAccepts(spec({ [keyFileField]: pem('good.key', key) }), keyFileField)
    }).sees('service-account-key-of-pkcs-8-refused')

    refuses
      .for({
        'a file that does not exist': formerly(
          'a file that is not there',
          (): unknown => '/none/service-account.key',
        ),
        'a public key': (): unknown => pem('public.key', publicKey),
        'a string that is not a key': formerly('a text that is no key', (): unknown =>
          pem('bad.key', 'this is no key\n'),
        ),
      })('%s', async (content) => {
        await expectRefuses(spec({ [keyFileField]: content() }), keyFileField)
      })
      .sees('service-account-key-file-unchecked')
  },
)

declareFieldRule(
  {
    field: rootFileField,
    aspect: 'bundle',
    says: 'RootCAFile names a file with a valid PEM bundle of authorities.',
  },
  () => {
    const withKey = (root: unknown) =>
      spec({ [keyFileField]: pem('good.key', rsaKey()), [rootFileField]: root })

    accepts('a certificate', async () => {
      await expectAccepts(withKey(pem('roots.crt', (await createAuthority()).certificate)), rootFileField)
    }).sees('root-ca-file-refused')

    refuses
      .for({
        'a file that does not exist': formerly('a file that is not there', seeing([], '/none/roots.crt')),
        'a string that is not a certificate': formerly(
          'a text that is no certificate',
          seeing([], pem('roots.crt', 'this is no certificate\n')),
        ),
      })('%s', async (root) => {
        await expectRefuses(withKey(root), rootFileField)
      })
      .sees('root-ca-file-unchecked')

    refuses({ title: 'a bundle whose second certificate cannot be read', id: 'broken-second' }, async () => {
      const { certificate } = await createAuthority()
      const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'

      await expectRefuses(withKey(pem('roots.crt', `${certificate}${broken}`)), rootFileField)
    }).sees('root-ca-bundle-checked-at-first')
  },
)
