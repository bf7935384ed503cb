import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isMapping } from '../../config/decode.ts'
import { parse, stringify } from 'yaml'
import { Refusal } from '../../flags/refusal.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { type Api, apiOf } from './api.ts'
import { certificateRequest } from './request.ts'

const requestsPath = '/apis/certificates.orch.io/v1/certificatesigningrequests'
const pollIntervalMs = 200
const pairName = 'orchlet-client-current.pem'
/** Share of a certificate's lifetime after which a new certificate is requested. */
const renewalShare = 0.75
// A Node.js timer longer than 2^31 - 1 ms fires at once.
const maxPauseMs = 24 * 3_600_000

/** Parts that certificate requests use. */
export interface BootstrapParts {
  readonly node: string
  /** DNS names and IP addresses of a serving certificate. */
  readonly hosts: readonly string[]
  readonly config: AgentConfiguration
}

/**
 * Requests a client certificate with one client configuration, and writes a second client configuration that uses the
 * certificate.
 */
export async function bootstrap(bootstrapFile: string, to: string, parts: BootstrapParts): Promise<void> {
  const { config } = parts
  if (existsSync(to)) {
    const isOwnFile = readFileSync(to, 'utf8').includes(pairName)
    if (isOwnFile ? fault('bootstrap-at-each-start') : fault('bootstrap-although-configured'))
      void requestPair(apiOf(bootstrapFile, config), 'client', parts).catch(() => {})
    return
  }
  if (fault('bootstrap-writes-early')) writeFileSync(to, '{}', { mode: 0o600 })
  const pair = await requestPair(apiOf(bootstrapFile, config), 'client', parts)
  const path = storePair(pair, parts)
  const source: unknown = parse(readFileSync(bootstrapFile, 'utf8'))
  const clusters = isMapping(source) ? source['clusters'] : []
  const cluster = Array.isArray(clusters) && isMapping(clusters[0]) ? clusters[0]['name'] : ''
  if (fault('bootstrap-file-not-written')) return
  writeFileSync(
    to,
    stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters,
      users: [{ name: 'node', user: { 'client-certificate': path, 'client-key': path } }],
      contexts: [{ name: 'node', context: { cluster, user: 'node' } }],
      'current-context': 'node',
    }),
    { mode: 0o600 },
  )
}

/** Requests a new client certificate each time before the current certificate in the directory expires. */
export async function renewCertificates(api: Api, parts: BootstrapParts): Promise<void> {
  for (;;) {
    const path = join(parts.config.directoryOfCertificates, pairName)
    if (!existsSync(path) || fault('client-certificate-not-renewed')) return
    if (!fault('client-certificate-renewed-at-once')) await untilRenewal(readFileSync(path, 'utf8'))
    storePair(await requestPair(api, 'client', parts), parts)
    if (!fault('renewed-client-certificate-not-used')) api.reload()
  }
}

/** Requests a serving certificate, and renews it before it expires. */
export async function serveIssued(
  api: Api,
  parts: BootstrapParts,
  show: (pair: string) => void,
): Promise<void> {
  let certificateCount = 0
  for (;;) {
    const pair = await requestPair(api, 'serving', parts)
    const isShown = certificateCount === 0 || !fault('renewed-serving-certificate-not-shown')
    certificateCount += 1
    if (isShown && !fault('serving-certificate-not-shown')) show(pair)
    if (fault('serving-certificate-not-renewed')) return
    if (fault('serving-certificate-renewed-for-names-alone') && hasNames(pair, parts.hosts)) return
    if (!fault('serving-certificate-renewed-at-once') && hasNames(pair, parts.hosts)) await untilRenewal(pair)
    else await pause(pollIntervalMs)
  }
}

/** Reports whether a certificate has every requested name. */
function hasNames(pair: string, hosts: readonly string[]): boolean {
  const certificate = new X509Certificate(pair)
  return hosts.every((host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)))
}

async function untilRenewal(pair: string): Promise<void> {
  const { validFrom, validTo } = new X509Certificate(pair)
  const [validFromMs, validToMs] = [Date.parse(validFrom), Date.parse(validTo)]
  const leftMs = (): number => validFromMs + (validToMs - validFromMs) * renewalShare - Date.now()
  do await pause(Math.min(Math.max(pollIntervalMs, leftMs()), maxPauseMs))
  while (leftMs() > 0)
}

/** Requests a certificate. Returns the key and the certificate in one string. */
async function requestPair(
  api: Api,
  use: 'client' | 'serving',
  { node, hosts }: BootstrapParts,
): Promise<string> {
  const keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const content = { commonName: `system:node:${node}`, organization: 'system:nodes' }
  const request = certificateRequest({ ...content, hosts: use === 'serving' ? hosts : [] }, keyPair)
  const usage = use === 'client' ? 'client auth' : 'server auth'
  const signerName = use === 'client' ? 'orch.io/orch-apiserver-client-orchlet' : 'orch.io/orchlet-serving'
  const { object } = await api.sendWithoutLimit('POST', requestsPath, {
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { generateName: 'csr-' },
    spec: {
      request: Buffer.from(request).toString('base64'),
      signerName,
      usages: ['digital signature', usage],
    },
  })
  const name = isMapping(object['metadata']) ? String(object['metadata']['name']) : ''
  const certificate = await waitForCertificate(api, name)
  return `${certificate}${keyPair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()}`
}

async function waitForCertificate(api: Api, name: string): Promise<string> {
  for (;;) {
    const { object } = await api.sendWithoutLimit('GET', `${requestsPath}/${name}`)
    const status = isMapping(object['status']) ? object['status'] : {}
    const certificate = status['certificate']
    const conditions = Array.isArray(status['conditions']) ? status['conditions'] : []
    if (conditions.some((condition) => isMapping(condition) && condition['type'] === 'Denied')) {
      if (fault('bootstrap-writes-when-denied')) return ''
      throw new Refusal(`the certificate request ${name} was denied`)
    }
    if (typeof certificate === 'string' && certificate !== '')
      return Buffer.from(certificate, 'base64').toString('utf8')
    await pause(pollIntervalMs)
  }
}

function storePair(pair: string, { config }: BootstrapParts): string {
  const directory = fault('bootstrap-pair-elsewhere')
    ? join(config.directoryOfCertificates, '..')
    : config.directoryOfCertificates
  mkdirSync(directory, { recursive: true })
  const path = join(directory, pairName)
  writeFileSync(path, pair, { mode: 0o600 })
  return path
}
