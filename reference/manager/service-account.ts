import { isMapping } from '../config/decode.ts'
import type { Api } from './api.ts'

const namespace = 'orch-system'
const wantedSeconds = 3_600

/** The API server as it answers a service account of that name, which is made when there is none. */
export async function asServiceAccount(api: Api, name: string): Promise<Api> {
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }
  await api.ask('POST', accounts, account)
  const { object } = await api.ask('POST', `${accounts}/${name}/token`, {
    apiVersion: 'authentication.orch.io/v1',
    kind: 'TokenRequest',
    spec: { audiences: [], expirationSeconds: wantedSeconds },
  })
  const { status } = object
  return api.as(isMapping(status) ? String(status['token']) : '')
}
