import { isMapping } from '../config/decode.ts'
import type { Api } from './api.ts'

const namespace = 'orch-system'
const wantedSeconds = 3_600

/** Returns an API client that acts as the named service account. Creates the account when it does not exist. */
export async function asServiceAccount(api: Api, name: string): Promise<Api> {
  const accountsPath = `/api/v1/namespaces/${namespace}/serviceaccounts`
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }
  await api.send('POST', accountsPath, account)
  const { object } = await api.send('POST', `${accountsPath}/${name}/token`, {
    apiVersion: 'authentication.orch.io/v1',
    kind: 'TokenRequest',
    spec: { audiences: [], expirationSeconds: wantedSeconds },
  })
  const { status } = object
  return api.as(isMapping(status) ? String(status['token']) : '')
}
