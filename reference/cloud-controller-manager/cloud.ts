import { readFileSync } from 'node:fs'
import { makeClient } from '../client-config/client.ts'
import { dialDirectly } from '../client-config/dialer.ts'
import { isMapping } from '../config/decode.ts'
import type { ApiObject } from '../manager/api.ts'
import { textAt } from '../manager/object.ts'
import { fault } from '../quirks/quirks.ts'
import { Refusal } from '../flags/refusal.ts'
import type { CloudConfiguration } from './controllers/controller.ts'

/** Interface to a cloud provider. */
export interface Cloud {
  /** Calls an operation of the cloud. Rejects on failure. */
  call(name: string, told: object): Promise<ApiObject>
}

/** The only known provider, which sends each call to the URL in its file, as JSON over HTTP. */
const provider = 'conformance'
const block = 'OrchCloudShared.CloudProvider'
const withinMs = 30_000

/** Returns the cloud of `CloudProvider`. Throws a Refusal for an unknown provider or an unusable file. */
export function cloudOf(config: CloudConfiguration): Cloud {
  const name = config.value('/OrchCloudShared/CloudProvider/Name')
  if (name !== provider && !fault('cloud-provider-unknown-accepted'))
    throw new Refusal(`${block}.Name: no provider is called ${name}`)
  const file = config.value('/OrchCloudShared/CloudProvider/CloudConfigFile')
  const server = serverOf(file)
  if (server === undefined && !fault('cloud-config-file-unchecked'))
    throw new Refusal(`${block}.CloudConfigFile: ${file} cannot be used`)
  if (server === undefined) return noCloud
  const client = makeClient({ server, insecure: false }, dialDirectly)
  return {
    async call(operation, body) {
      const isOfExisting = /^(update|delete|list)-/.test(operation)
      const { status, body: text } = await client.send({
        method: 'POST',
        path: `/${operation}`,
        body: isOfExisting && fault('cloud-cluster-name-of-new-alone') ? { ...body, cluster: '' } : body,
        withinMs,
      })
      if (status !== 200) throw new Error(`the cloud answered ${operation} with ${status}`)
      const parsedBody: unknown = JSON.parse(text)
      return isMapping(parsedBody) ? parsedBody : {}
    },
  }
}

/** Cloud for a fault that accepts an unusable file: each operation returns only an ID. */
const noCloud: Cloud = { call: async () => ({ id: 'nowhere' }) }

function serverOf(file: string): URL | undefined {
  try {
    const parsedFile: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return new URL(textAt(parsedFile, 'url'))
  } catch {
    return undefined
  }
}

/**
 * Throws a Refusal if the cloud does not distinguish its instances from the instances of other clusters, unless the
 * configuration permits such clouds.
 */
export async function requireTaggedCluster(cloud: Cloud, config: CloudConfiguration): Promise<void> {
  const { id } = await idOf(cloud)
  if (typeof id === 'string' && id !== '') return
  if (config.value('/OrchCloudShared/AllowUntaggedCloud') || fault('untagged-cloud-accepted')) return
  throw new Refusal('OrchCloudShared.AllowUntaggedCloud: the cloud does not tag its instances')
}

async function idOf(cloud: Cloud): Promise<ApiObject> {
  try {
    return await cloud.call('cluster-id', {})
  } catch (cause) {
    throw new Refusal(`${block}: the cloud cannot be asked`, { cause })
  }
}
