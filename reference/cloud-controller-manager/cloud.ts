import { readFileSync } from 'node:fs'
import { makeClient } from '../client-config/client.ts'
import { direct } from '../client-config/dialer.ts'
import { isMapping } from '../config/decode.ts'
import type { ApiObject } from '../manager/api.ts'
import { textAt } from '../manager/object.ts'
import type { ManagerQuirks } from '../manager/faults.ts'
import { Refusal } from '../flags/refusal.ts'
import type { CloudConfiguration } from './controllers/controller.ts'

/** A cloud, as its provider reaches it. */
export interface Cloud {
  /** Has the cloud do or tell something; rejects when it does not. */
  call(name: string, told: object): Promise<ApiObject>
}

/** The one provider that is known: it hands each call on to the URL that its file names, as JSON over HTTP. */
const provider = 'conformance'
const block = 'OrchCloudShared.CloudProvider'
const withinMs = 30_000

/** The cloud of `CloudProvider`; throws a Refusal when there is no such provider, or its file cannot be used. */
export function cloudOf(config: CloudConfiguration, quirks: ManagerQuirks): Cloud {
  const name = config.value('/OrchCloudShared/CloudProvider/Name')
  if (name !== provider && !quirks.fault('cloud-provider-unknown-accepted'))
    throw new Refusal(`${block}.Name: no provider is called ${name}`)
  const file = config.value('/OrchCloudShared/CloudProvider/CloudConfigFile')
  const server = serverOf(file)
  if (server === undefined && !quirks.fault('cloud-config-file-unchecked'))
    throw new Refusal(`${block}.CloudConfigFile: ${file} cannot be used`)
  if (server === undefined) return nowhere
  const client = makeClient({ server, insecure: false }, direct, quirks)
  return {
    async call(what, body) {
      const { status, body: text } = await client.ask({ method: 'POST', path: `/${what}`, body, withinMs })
      if (status !== 200) throw new Error(`the cloud answered ${what} with ${status}`)
      const told: unknown = JSON.parse(text)
      return isMapping(told) ? told : {}
    },
  }
}

/** A cloud of which nothing is known. */
const nowhere: Cloud = { call: async () => ({ id: 'nowhere' }) }

function serverOf(file: string): URL | undefined {
  try {
    const told: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return new URL(textAt(told, 'url'))
  } catch {
    return undefined
  }
}

/** Throws a Refusal when the cloud does not tell its instances from those of other clusters, unless that is allowed. */
export async function demandTagged(
  cloud: Cloud,
  config: CloudConfiguration,
  quirks: ManagerQuirks,
): Promise<void> {
  const { id } = await idOf(cloud)
  if (typeof id === 'string' && id !== '') return
  if (config.value('/OrchCloudShared/AllowUntaggedCloud') || quirks.fault('untagged-cloud-accepted')) return
  throw new Refusal('OrchCloudShared.AllowUntaggedCloud: the cloud does not tag its instances')
}

async function idOf(cloud: Cloud): Promise<ApiObject> {
  try {
    return await cloud.call('cluster-id', {})
  } catch (cause) {
    throw new Refusal(`${block}: the cloud cannot be asked`, { cause })
  }
}
