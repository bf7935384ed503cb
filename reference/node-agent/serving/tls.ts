import type { TlsOptions } from 'node:tls'
import { selfSignedIn, tlsOptions } from '../../serving/tls.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'

/** Returns the TLS options of the agent. Throws a Refusal for files that cannot be used. */
export async function agentTlsOptions(config: AgentConfiguration, node: string): Promise<TlsOptions> {
  const certificatesDirectory = config.string('cert-dir')
  const pairFiles = [config.string('tls-cert-file'), config.string('tls-private-key-file')]
  const isPairGiven = pairFiles.every((file) => file !== '')
  const flags = {
    string: (name: string) => {
      if (
        isPairGiven &&
        name.startsWith('tls-') &&
        name.endsWith('-file') &&
        fault('given-certificate-ignored')
      )
        return undefined
      return config.string(name as never) || undefined
    },
    strings: (name: string) => config.strings(name as never),
  }
  if (isPairGiven && fault('cert-dir-used-although-given'))
    await selfSignedIn(certificatesDirectory, 'orchlet', [node])
  if (pairFiles.every((file) => file === '') && fault('cert-dir-ignored')) {
    const { selfSignedPair } = await import('../../serving/self-signed.ts')
    return selfSignedPair('orch-orchlet', ['localhost', '127.0.0.1', node])
  }
  const tlsUse = { pair: 'orchlet', clientCaFlags: ['client-ca-file'], host: node } as const
  const options = await tlsOptions(flags, tlsUse)
  const [bundle] = [options.ca ?? []].flat()
  if (bundle === undefined || !fault('client-certificate-of-first-authority-alone')) return options
  return { ...options, ca: String(bundle).split(/(?<=-----END CERTIFICATE-----)/)[0] }
}
