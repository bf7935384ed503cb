import type { X509Certificate } from 'node:crypto'
import { shared } from '#kit'
import { file } from '#kit/launch.ts'
import { sharedFixture, type ManagerFixture } from '../fixture.ts'
import { authority, block, putRequest, signers } from './signing.ts'

const pem = (name: string, content: string) => file(name, content, { verbatim: true })
/** JSON pointer of the field. */
export const duration = `${block}/ClusterSigningDuration`
/** Maximum clock difference between a machine and a signer, in milliseconds. */
export const slackMs = 60_000

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
    watched: watchedResources,
    before: (api) => {
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
export const separateSigners = startWithFields(async () => {
  const pairs = await Promise.all(
    Object.entries(signers).map(async ([name, signer], number) => {
      const { certificate, key } = await authority(name)
      return [
        [`${signer.block}/CertFile`, pem(`signer-${number}.crt`, certificate)],
        [`${signer.block}/KeyFile`, pem(`signer-${number}.key`, key)],
      ]
    }),
  )
  return { ...Object.fromEntries(pairs.flat() as [string, unknown][]), [duration]: '2h' }
})

/** Manager with one key pair for all signers. Certificates are valid for at most one hour. */
export const generalSigner = startWithFields(async () => {
  const { certificate, key } = await authority('the cluster')
  return {
    [`${block}/ClusterSigningCertFile`]: pem('cluster.crt', certificate),
    [`${block}/ClusterSigningKeyFile`]: pem('cluster.key', key),
    [duration]: '1h',
  }
})

/** Returns the remaining validity of a certificate, in milliseconds. */
export const remainingMs = (certificate: X509Certificate) => Date.parse(certificate.validTo) - Date.now()
