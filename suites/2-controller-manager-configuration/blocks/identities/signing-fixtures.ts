import { shared } from '#kit'
import { sharedFixture, type ManagerFixture } from '../fixture.ts'
import { authority, block, durationField, pem, putRequest, separatePairs, signers } from './signing.ts'

const watchedResources = ['certificatesigningrequests']
const blocks = ['CSRSigningController']

/** Returns the name of the request to a signer that is approved before the program starts. */
export const earlyRequest = (signer: keyof typeof signers) => `early-${signer.replaceAll(' ', '-')}`

type BlockFields = Readonly<Record<string, unknown>>
const startWithFields = (fields: () => Promise<BlockFields>): (() => Promise<ManagerFixture>) => {
  let currentFields: BlockFields = {}
  const managerFixture = sharedFixture(() => ({
    blocks,
    fields: currentFields,
    watchedResources,
    prepareApi: (api) => {
      for (const [name, signer] of Object.entries(signers))
        putRequest(api, earlyRequest(name as keyof typeof signers), signer)
    },
  }))
  const prepareFields = shared(async () => {
    currentFields = await fields()
  })
  return async () => {
    await prepareFields()
    return managerFixture()
  }
}

/** Manager with a separate key pair for each signer. Certificates are valid for at most two hours. */
export const separateSigners = startWithFields(() => separatePairs('2h'))

/** Signers that have no key pair in each of two managers. */
export const signersWithoutPair = [
  ['the serving signer', 'the client signer'],
  ['the node client signer', 'the legacy signer'],
] as const

/** Managers with a separate key pair for each of the other signers. */
export const someSigners = signersWithoutPair.map((names) =>
  startWithFields(() => separatePairs('2h', (name) => !(names as readonly string[]).includes(name))),
)

/** Manager with one key pair for all signers. Certificates are valid for at most one hour. */
export const generalSigner = startWithFields(async () => {
  const { certificate, key } = await authority('the cluster')
  return {
    [`${block}/ClusterSigningCertFile`]: pem('cluster.crt', certificate),
    [`${block}/ClusterSigningKeyFile`]: pem('cluster.key', key),
    [durationField]: '1h',
  }
})
