import { createPrivateKey, createSign, type KeyObject, X509Certificate } from 'node:crypto'
import type { ApiObject } from '../../manager/api.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { Controller, Loop, ManagerConfiguration } from './controller.ts'
import { keyOf, labelOf, listAt, mapAt, nameOf, namespaceOf, textAt, uidOf } from '../../manager/object.ts'
import { checkFile, readOptional, readMaterial } from '../../manager/engine/read-material.ts'
import { resources } from '../../manager/engine/resources.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const tokenType = 'orch.io/service-account-token'
const accountNameAnnotation = 'orch.io/service-account.name'
const accountUidAnnotation = 'orch.io/service-account.uid'

/** Adds tokens to the secrets of service accounts. */
export const tokenController: Controller = {
  name: 'serviceaccount-token-controller',
  check: (config) => {
    checkFile(config.value('/SAController/ServiceAccountKeyFile'), () => signingKey(config), {
      forgiven: 'service-account-key-file-unchecked',
      refused: 'service-account-key-file-refused',
    })
    checkFile(config.value('/SAController/RootCAFile'), () => rootAuthorities(config), {
      forgiven: 'root-ca-file-unchecked',
      refused: 'root-ca-file-refused',
    })
  },
  start(loop) {
    const { config } = loop
    const accounts = loop.informer(resources.serviceAccounts)
    const secrets = loop.informer(resources.secrets)
    const fillCounts = new Map<string, number>()
    const key = readOptional(() => signingKey(config), 'service-account-key-file-unchecked')
    if (key === undefined) return
    const bundle = readOptional(() => rootAuthorities(config), 'root-ca-file-unchecked') ?? ''
    const roots = fault('root-ca-bundle-cut') ? firstOf(bundle) : bundle
    loop.work(resources.secrets, {
      workers: loop.config.value('/SAController/ConcurrentSATokenSyncs'),
      needs: [resources.serviceAccounts],
      takes: (secret, { before }) => {
        const isOfEarlierSecret = !secrets.isSynced && fault('token-secrets-of-before-not-filled')
        const isRepairLimited = (fillCounts.get(keyOf(secret)) ?? 0) > 1 && fault('token-secrets-mended-once')
        return !isOfEarlierSecret && !isRepairLimited && secretNeedsToken(secret, before, roots)
      },
      async sync(secret) {
        const account = accounts.get(`${namespaceOf(secret)}/${accountOf(secret)}`)
        if (account === undefined) throw new Error('the service account is not known yet')
        const tokenAccount = fault('token-of-another-account') ? accounts.all[0] : account
        fillCounts.set(keyOf(secret), (fillCounts.get(keyOf(secret)) ?? 0) + 1)
        const token = textAt(secret, 'data.token') || encodeBase64(tokenOf(tokenAccount ?? account, key))
        await loop.write.update(resources.secrets, filledSecret(secret, account, token, roots))
      },
    })
  },
}

/** Reports whether a secret has no token, or a CA bundle that differs from the file. */
function secretNeedsToken(secret: ApiObject, before: ApiObject | undefined, roots: string): boolean {
  if (secret['type'] !== tokenType) return false
  const [token, bundle] = [textAt(secret, 'data.token'), mapAt(secret, 'data')['ca.crt']]
  const isNewSecret = before === undefined
  if (token === '')
    return isNewSecret || textAt(before, 'data.token') === '' || !fault('token-not-signed-again')
  if (roots === '' || bundle === encodeBase64(roots)) return false
  const lacksBundle = bundle === undefined || bundle === ''
  return !fault(lacksBundle ? 'root-ca-not-put-back' : 'root-ca-not-replaced')
}

const accountOf = (secret: ApiObject) =>
  JSON.stringify(mapAt(secret, 'metadata.annotations')[accountNameAnnotation] ?? '').slice(1, -1)

function filledSecret(secret: ApiObject, account: ApiObject, token: string, roots: string): ApiObject {
  const metadata = mapAt(secret, 'metadata')
  const annotations = { ...mapAt(metadata, 'annotations'), [accountUidAnnotation]: uidOf(account) }
  const data = {
    ...mapAt(secret, 'data'),
    token,
    namespace: encodeBase64(namespaceOf(secret)),
    ...(roots !== '' && { 'ca.crt': encodeBase64(roots) }),
  }
  return { ...secret, metadata: { ...metadata, annotations }, data }
}

function tokenOf(account: ApiObject, key: KeyObject): string {
  const claims = {
    iss: 'orch/serviceaccount',
    sub: `system:serviceaccount:${namespaceOf(account)}:${nameOf(account)}`,
  }
  const content = [{ alg: 'RS256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`
}

const encodeBase64 = (text: string) => Buffer.from(text).toString('base64')

function signingKey(config: ManagerConfiguration): KeyObject | undefined {
  const file = config.value('/SAController/ServiceAccountKeyFile')
  if (file === '') return undefined
  const key = readMaterial(file, 'SAController.ServiceAccountKeyFile', (pem) => {
    if (pem.includes('BEGIN PRIVATE KEY') && fault('service-account-key-of-pkcs-8-refused'))
      throw new TypeError('this is a key of PKCS #8')
    return createPrivateKey(pem)
  })
  if (key.asymmetricKeyType === 'rsa') return key
  throw new Refusal('SAController.ServiceAccountKeyFile: must hold an RSA key')
}

function rootAuthorities(config: ManagerConfiguration): string {
  const file = config.value('/SAController/RootCAFile')
  if (file === '') return ''
  return readMaterial(file, 'SAController.RootCAFile', (pem) => {
    const [first = '', ...others] =
      pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
    if (!isCertificate(first) || !(others.every(isCertificate) || fault('root-ca-bundle-checked-at-first')))
      throw new TypeError('this is no bundle of certificates')
    return pem
  })
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

/** Returns the first certificate of a bundle. */
const firstOf = (pem: string) => /^[\s\S]*?-----END [^\n]*\n?/.exec(pem)?.[0] ?? pem

const lastUsedLabel = 'orch.io/legacy-token-last-used'
const invalidSinceLabel = 'orch.io/legacy-token-invalid-since'
const syncPeriodMs = 60_000

/** Invalidates tokens that were unused for a long time, and deletes tokens that were invalid for the same time. */
export const tokenCleaner: Controller = {
  name: 'legacy-serviceaccount-token-cleaner-controller',
  start(loop) {
    const syncedInformers = [resources.serviceAccounts, resources.secrets].map((resource) =>
      loop.informer(resource).synced(),
    )
    loop.every(syncPeriodMs, async () => {
      await Promise.all(syncedInformers)
      await cleanTokens(loop)
    })
  },
}

async function cleanTokens(loop: Loop): Promise<void> {
  const cleanUpPeriodMs = loop.config.value('/LegacySATokenCleaner/CleanUpPeriod')
  const periodMs = fault('unused-tokens-deleted-early') ? cleanUpPeriodMs / 2 : cleanUpPeriodMs
  const secrets = loop.informer(resources.secrets)
  const accountSecretNames = loop
    .informer(resources.serviceAccounts)
    .all.flatMap((account) =>
      listAt(account, 'secrets').map((reference) => `${namespaceOf(account)}/${textAt(reference, 'name')}`),
    )
  const oldestDate = new Date(Date.now() - periodMs).toISOString().slice(0, 10)
  for (const secret of secrets.all) {
    const [lastUsedDate, invalidSinceDate] = [
      labelOf(secret, lastUsedLabel),
      labelOf(secret, invalidSinceLabel),
    ]
    const isRecentlyUsed = lastUsedDate >= oldestDate && !fault('token-use-ignored')
    const isAutoGenerated =
      accountSecretNames.includes(keyOf(secret)) ||
      (secret['type'] === tokenType && fault('tokens-of-users-deleted'))
    if (!isAutoGenerated || isRecentlyUsed) continue
    // Sequential: there are few tokens, and deletion is not urgent.
    if (invalidSinceDate === '') {
      const labels = { [invalidSinceLabel]: new Date().toISOString().slice(0, 10) }
      await loop.write.patch(resources.secrets, secret, { metadata: { labels } })
    } else if (invalidSinceDate < oldestDate && !freedom('unused-tokens-stay'))
      await loop.write.remove(resources.secrets, secret)
  }
}
