import type { ApiServer } from '#mocks/api-server/index.ts'
import { putObject, documentInDialect } from '../fixture.ts'
import { hostPaths, nodeNote, putClaim } from './claims.ts'

const provisioners = { foreign: 'judged.example/provisioner', host: 'orch.io/host-path' } as const
const node = 'node-a'

/** Claim, and the part of it that is created or changed only after the start. */
export interface ClaimSituation {
  readonly provisioner: keyof typeof provisioners
  readonly binding: 'Immediate' | 'WaitForFirstConsumer'
  readonly laterPart?: 'claim' | 'node' | 'class'
}

/** Claims of one of the two provisioners, each in a different situation. */
export const situations = {
  'a claim that is created later': { provisioner: 'foreign', binding: 'Immediate', laterPart: 'claim' },
  'a claim whose class is created later': {
    provisioner: 'foreign',
    binding: 'Immediate',
    laterPart: 'class',
  },
  'a claim with a consumer': { provisioner: 'foreign', binding: 'WaitForFirstConsumer' },
  'a claim that gets a consumer later': {
    provisioner: 'foreign',
    binding: 'WaitForFirstConsumer',
    laterPart: 'node',
  },
  'a claim with a consumer that is created later': {
    provisioner: 'foreign',
    binding: 'WaitForFirstConsumer',
    laterPart: 'claim',
  },
  'a claim of the host that is created later': {
    provisioner: 'host',
    binding: 'Immediate',
    laterPart: 'claim',
  },
  'a claim of the host with a consumer': { provisioner: 'host', binding: 'WaitForFirstConsumer' },
  'a claim of the host that gets a consumer later': {
    provisioner: 'host',
    binding: 'WaitForFirstConsumer',
    laterPart: 'node',
  },
} as const satisfies Readonly<Record<string, ClaimSituation>>
export type SituationName = keyof typeof situations

/** Returns the name of the claim. */
export const nameOf = (name: SituationName) => name.replaceAll(' ', '-')

/** Creates a class of one of the two provisioners. */
export function putClass(
  api: ApiServer,
  name: string,
  provisioner: keyof typeof provisioners,
  volumeBindingMode: string,
): void {
  putObject(api, {
    apiVersion: 'storage.orch.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    provisioner: provisioners[provisioner],
    reclaimPolicy: 'Delete',
    volumeBindingMode,
  })
}

/** Creates the objects that exist before the start. */
export function arrangeClaims(api: ApiServer): void {
  putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: node } })
  for (const [key, { provisioner, binding, laterPart }] of Object.entries<ClaimSituation>(situations)) {
    const name = nameOf(key as SituationName)
    if (laterPart !== 'class') putClass(api, name, provisioner, binding)
    const isNodeChosen = binding === 'WaitForFirstConsumer' && laterPart !== 'node'
    if (laterPart !== 'claim') putClaim(api, name, name, isNodeChosen ? node : undefined)
  }
}

/** Creates or changes the remaining objects. */
export function completeSituation(api: ApiServer, key: SituationName): void {
  const { provisioner, binding, laterPart }: ClaimSituation = situations[key]
  const name = nameOf(key)
  if (laterPart === 'class') putClass(api, name, provisioner, binding)
  if (laterPart === 'claim') putClaim(api, name, name, binding === 'WaitForFirstConsumer' ? node : undefined)
  if (laterPart === 'node') {
    const metadata = documentInDialect({ annotations: { [nodeNote]: node } })
    api.hand.patch({ resource: 'persistentvolumeclaims', name }, { metadata })
  }
}

/** Reports whether a claim was left to the provisioner of its class. */
export function isUnbound(api: ApiServer, name: string): boolean {
  const claim = api.hand.get({ resource: 'persistentvolumeclaims', name })
  return Object.values(claim?.metadata.annotations ?? {}).includes(provisioners.foreign)
}

/** Reports whether a claim has its volume, or was left to its provisioner. */
export function isServed(api: ApiServer, key: SituationName): boolean {
  const name = nameOf(key)
  return situations[key].provisioner === 'foreign' ? isUnbound(api, name) : hostPaths(api, name).length > 0
}
