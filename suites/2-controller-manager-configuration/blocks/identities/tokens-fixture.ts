import { createAuthority } from '#harness/certificates/authority.ts'
import { shared } from '#kit'
import { file } from '#kit/launch.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { serviceAccountKey } from '../../../shared/manager/rsa-key.ts'
import { putObject, sharedFixture, type ManagerFixture } from '../fixture.ts'
import { objectsByKind } from '../workers/objects.ts'

/** JSON pointers of the tested fields. */
export const keyFileField = '/SAController/ServiceAccountKeyFile'
export const rootFileField = '/SAController/RootCAFile'
export const blocks = ['SAController']
export const watchedResources = ['secrets', 'serviceaccounts']
/** Namespace of the secrets that already have data when the controller reads them. */
export const filledNamespace = 'filled'

/** Decoded data of a secret. */
export type SecretData = Readonly<Record<string, string>>

/** Data of a secret before the controller reads it; `undefined` removes a value. */
export interface State {
  readonly token?: string | undefined
  readonly 'ca.crt'?: string | undefined
}

/** Bundle of the file, its first certificate, and the bundle of another file. */
export interface Roots {
  readonly bundle: string
  readonly firstCertificate: string
  readonly olderBundle: string
}

/** Creates the authorities of both bundles. */
export const roots = shared(async (): Promise<Roots> => {
  const names = ['the first root', 'the second root', 'an older root']
  const [firstCertificate = '', secondCertificate = '', olderBundle = ''] = await Promise.all(
    names.map(async (name) => (await createAuthority(name)).certificate),
  )
  return { bundle: firstCertificate + secondCertificate, firstCertificate, olderBundle }
})

/** States of secrets in which the bundle or the token is missing or wrong. */
export const states = {
  'an older bundle': ({ olderBundle }: Roots): State => ({ token: 'a.b.c', 'ca.crt': olderBundle }),
  'the first root alone': ({ firstCertificate }: Roots): State => ({
    token: 'a.b.c',
    'ca.crt': firstCertificate,
  }),
  'no bundle': (): State => ({ token: 'a.b.c', 'ca.crt': undefined }),
  'an empty bundle': (): State => ({ token: 'a.b.c', 'ca.crt': '' }),
  'no token': ({ bundle }: Roots): State => ({ token: undefined, 'ca.crt': bundle }),
  'an empty token': ({ bundle }: Roots): State => ({ token: '', 'ca.crt': bundle }),
} as const

/** Returns the name of the secret in this state before the program starts. */
export const earlySecret = (state: keyof typeof states) => `early-${state.replaceAll(' ', '-')}`

let currentRoots: Roots = { bundle: '', firstCertificate: '', olderBundle: '' }
const tokensFixture = sharedFixture(() => ({
  blocks,
  fields: {
    [keyFileField]: serviceAccountKey(),
    [rootFileField]: file('roots.crt', currentRoots.bundle, { verbatim: true }),
  },
  watchedResources,
  prepareApi: (api) => {
    putObject(api, objectsByKind.account('judged', 'default'))
    putObject(api, objectsByKind.tokenSecret('judged', 'default'))
    putObject(api, objectsByKind.account('judged', filledNamespace))
    for (const [name, state] of Object.entries(states))
      putSecret(api, earlySecret(name as keyof typeof states), state(currentRoots))
  },
}))

/** Starts a program with both files, which fills token secrets. */
export const startFixture = async (): Promise<ManagerFixture> => {
  currentRoots = await roots()
  return tokensFixture()
}

/** Creates a secret of the account `judged` that has data. */
export function putSecret(api: ApiServer, name: string, state: State, namespace = filledNamespace): void {
  const { metadata, ...secret } = objectsByKind.tokenSecret('judged', namespace)
  putObject(api, { ...secret, metadata: { ...metadata, name }, data: encode(state) })
}

/** Changes the data of a secret on behalf of another client. */
export function changeSecret(api: ApiServer, name: string, state: State): void {
  const data = { ...encode(state), ...withNulls(state) }
  api.hand.patch({ resource: 'secrets', namespace: filledNamespace, name }, { data })
}

const encode = (state: State) =>
  Object.fromEntries(
    Object.entries(state)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
  )
const withNulls = (state: State) =>
  Object.fromEntries(
    Object.entries(state)
      .filter(([, value]) => value === undefined)
      .map(([name]) => [name, null]),
  )

/** Returns the data of a secret. */
export function dataOf(api: ApiServer, name: string, namespace = filledNamespace): SecretData {
  const data = api.hand.get({ resource: 'secrets', namespace, name })?.data ?? {}
  return Object.fromEntries(
    Object.entries(data as SecretData).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  )
}
