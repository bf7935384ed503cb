import { jwtVerify } from 'jose'
import { becomesTrue, expect, formerly, type NamedCases, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { rsaKeys } from '../../../shared/manager/rsa-key.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { putObject } from '../fixture.ts'
import { objectsByKind } from '../workers/objects.ts'
import {
  changeSecret,
  dataOf,
  earlySecret,
  filledNamespace,
  startFixture,
  keyFileField,
  putSecret,
  rootFileField,
  roots,
  type State,
  states,
} from './tokens-fixture.ts'
import { reconciledWithinMs } from '../requests.ts'

/** Moments at which a secret gets its state. */
const writeMoments = ['before the start', 'at its creation', 'by a change', 'by a second change'] as const
type WriteMoment = (typeof writeMoments)[number]
type StateName = keyof typeof states

interface SecretSituation {
  readonly state: StateName
  readonly moment: WriteMoment
}

const momentTexts: Readonly<Record<WriteMoment, string>> = {
  'before the start': 'before the start',
  'at its creation': 'at its creation',
  'by a change': 'after a change',
  'by a second change': 'after a second change',
}
const situations = (...names: readonly StateName[]): NamedCases<SecretSituation> =>
  Object.fromEntries(
    names.flatMap((state) =>
      writeMoments.map((moment) => [
        `${state.replace('the first root alone', 'only the first root')} ${momentTexts[moment]}`,
        formerly(`${state} ${moment}`, { state, moment }),
      ]),
    ),
  )

/**
 * Puts a secret into the situation's state at the situation's moment. Before each later change, waits until the
 * controller has restored the data. Returns the name of the secret.
 */
async function applySituation(
  api: ApiServer,
  { state, moment }: SecretSituation,
  isCorrect: DataTest,
): Promise<string> {
  if (moment === 'before the start') return earlySecret(state)
  const name = `${moment}-${state}`.replaceAll(' ', '-')
  const wrongData = states[state](await roots())
  putSecret(api, name, moment === 'at its creation' ? wrongData : {})
  const changeCount = { 'at its creation': 0, 'by a change': 1, 'by a second change': 2 }[moment]
  for (let change = 0; change < changeCount; change++) {
    const isCorrectBefore = await becomesTrue(() => isCorrect(dataOf(api, name)), reconciledWithinMs)
    expect(isCorrectBefore, 'whether the secret was right before').toBe(true)
    changeSecret(api, name, wrongData)
  }
  return name
}

type DataTest = (data: State) => boolean

declareFieldRule(
  {
    field: rootFileField,
    aspect: 'mended',
    says: 'The secret of a token has the bundle of the file, whatever it had before and whenever it lost it.',
  },
  () => {
    test
      .for(situations('an older bundle', 'the first root alone', 'no bundle', 'an empty bundle'))(
        'places the bundle in a secret that has %s',
        async (situation) => {
          requireFields(rootFileField)
          const { api } = await startFixture()
          const { bundle } = await roots()
          const isCorrect: DataTest = (data) => data['ca.crt'] === bundle && Boolean(data.token)
          const name = await applySituation(api, situation, isCorrect)
          await becomesTrue(() => isCorrect(dataOf(api, name)), reconciledWithinMs)

          expect(dataOf(api, name)['ca.crt']).toBe(bundle)
        },
      )
      .sees(({ state, moment }) => {
        if (moment === 'before the start') return 'token-secrets-of-before-not-filled'
        if (moment === 'by a second change') return 'token-secrets-mended-once'
        return state === 'an older bundle' || state === 'the first root alone'
          ? 'root-ca-not-replaced'
          : 'root-ca-not-put-back'
      })
  },
)

/** Returns the token of a secret, verified with the key of the file. */
async function verifyToken(token = ''): Promise<unknown> {
  const verifiedToken = await jwtVerify(token, rsaKeys().publicKey).catch(() => undefined)
  return verifiedToken?.payload.sub
}

declareFieldRule(
  {
    field: keyFileField,
    aspect: 'signs-again',
    says: 'A secret without a token gets one that is signed with the key of the file, whenever it lost it.',
  },
  () => {
    test
      .for(situations('no token', 'an empty token'))(
        'signs a token for a secret that has %s',
        async (situation) => {
          requireFields(keyFileField)
          const { api } = await startFixture()
          const isCorrect: DataTest = ({ token }) => Boolean(token)
          const name = await applySituation(api, situation, isCorrect)
          await becomesTrue(() => isCorrect(dataOf(api, name)), reconciledWithinMs)

          expect(await verifyToken(dataOf(api, name).token)).toBe(
            `system:serviceaccount:${filledNamespace}:judged`,
          )
        },
      )
      .sees(({ moment }) => {
        if (moment === 'before the start') return 'token-secrets-of-before-not-filled'
        if (moment === 'by a second change') return 'token-secrets-mended-once'
        return moment === 'by a change' ? 'token-not-signed-again' : ignoringFault(keyFileField)
      })
  },
)

declareFieldRule(
  {
    field: keyFileField,
    aspect: 'each-account',
    says: 'Each secret has a token of its service account, signed with the key of the file.',
  },
  () => {
    const places = {
      'another account of the same namespace': ['default', 'second'],
      'an account of another namespace': ['tenant-a', 'judged'],
      'an account of a third namespace': ['tenant-b', 'judged'],
    } as const
    test
      .for(places)('signs a token for %s', async ([namespace, account]) => {
        requireFields(keyFileField)
        const { api } = await startFixture()
        putObject(api, objectsByKind.account(account, namespace))
        const { metadata, ...secret } = objectsByKind.tokenSecret(account, namespace)
        const names = [`${account}-1`, `${account}-2`]
        for (const name of names) putObject(api, { ...secret, metadata: { ...metadata, name } })

        for (const name of names) {
          await becomesTrue(() => Boolean(dataOf(api, name, namespace).token), reconciledWithinMs)
          expect(await verifyToken(dataOf(api, name, namespace).token)).toBe(
            `system:serviceaccount:${namespace}:${account}`,
          )
        }
      })
      .sees('token-of-another-account')
  },
)
