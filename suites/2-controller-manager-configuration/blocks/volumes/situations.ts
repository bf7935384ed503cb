import { expect } from '#harness/check/expect.ts'
import { test } from '#harness/check/rule.ts'
import { comesTrue } from '#harness/machine/until.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { demandFields, fieldRule } from '../field.ts'
import { atRest, put, spelled, type World } from '../world.ts'
import { hostPaths, isBound, nodeNote, putClaim, putVolume, removeHostPaths } from './claims.ts'

const withinMs = 10_000
const provisioners = { foreign: 'judged.example/provisioner', host: 'orch.io/host-path' } as const
const node = 'node-a'

/** A claim, and what of it is created or changed only after the start. */
interface Situation {
  readonly of: keyof typeof provisioners
  readonly binding: 'Immediate' | 'WaitForFirstConsumer'
  readonly later?: 'claim' | 'node' | 'class'
}

const situations = {
  'a claim that is created later': { of: 'foreign', binding: 'Immediate', later: 'claim' },
  'a claim whose class is created later': { of: 'foreign', binding: 'Immediate', later: 'class' },
  'a claim with a consumer': { of: 'foreign', binding: 'WaitForFirstConsumer' },
  'a claim that gets a consumer later': { of: 'foreign', binding: 'WaitForFirstConsumer', later: 'node' },
  'a claim with a consumer that is created later': {
    of: 'foreign',
    binding: 'WaitForFirstConsumer',
    later: 'claim',
  },
  'a claim of the host that is created later': { of: 'host', binding: 'Immediate', later: 'claim' },
  'a claim of the host with a consumer': { of: 'host', binding: 'WaitForFirstConsumer' },
  'a claim of the host that gets a consumer later': {
    of: 'host',
    binding: 'WaitForFirstConsumer',
    later: 'node',
  },
} as const satisfies Readonly<Record<string, Situation>>
type Name = keyof typeof situations

const nameOf = (name: Name) => name.replaceAll(' ', '-')

/** Creates a class of one of the two provisioners. */
export function putClass(
  api: ApiServer,
  name: string,
  of: keyof typeof provisioners,
  volumeBindingMode: string,
): void {
  put(api, {
    apiVersion: 'storage.orch.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    provisioner: provisioners[of],
    reclaimPolicy: 'Delete',
    volumeBindingMode,
  })
}

/** Creates what exists before the start. */
export function arrangeClaims(api: ApiServer): void {
  put(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: node } })
  for (const [key, { of, binding, later }] of Object.entries<Situation>(situations)) {
    const name = nameOf(key as Name)
    if (later !== 'class') putClass(api, name, of, binding)
    const isChosen = binding === 'WaitForFirstConsumer' && later !== 'node'
    if (later !== 'claim') putClaim(api, name, name, isChosen ? node : undefined)
  }
}

/** Creates or changes what is left. */
function complete(api: ApiServer, key: Name): void {
  const { of, binding, later }: Situation = situations[key]
  const name = nameOf(key)
  if (later === 'class') putClass(api, name, of, binding)
  if (later === 'claim') putClaim(api, name, name, binding === 'WaitForFirstConsumer' ? node : undefined)
  if (later === 'node') {
    const metadata = spelled({ annotations: { [nodeNote]: node } })
    api.hand.patch({ resource: 'persistentvolumeclaims', name }, { metadata })
  }
}

/** Whether a claim was left to the provisioner of its class. */
export function isLeft(api: ApiServer, name: string): boolean {
  const claim = api.hand.get({ resource: 'persistentvolumeclaims', name })
  return Object.values(claim?.metadata.annotations ?? {}).includes(provisioners.foreign)
}

function isServed(api: ApiServer, key: Name): boolean {
  const name = nameOf(key)
  return situations[key].of === 'foreign' ? isLeft(api, name) : hostPaths(api, name).length > 0
}

/** Completes a claim, and expects that it has no volume although a later claim is bound. */
async function expectUnserved({ api }: World, key: Name): Promise<void> {
  complete(api, key)
  const seen = `after-${nameOf(key)}`
  putVolume(api, seen, seen)
  putClaim(api, seen, seen)
  const isSeen = await comesTrue(() => isBound(api, seen), withinMs)
  await atRest(() => Number(isServed(api, key)), 2_000)

  expect(isSeen, 'whether claims are bound').toBe(true)
  const served = isServed(api, key)
  removeHostPaths(api)
  expect(served).toBe(false)
}

interface Worlds {
  readonly on: () => Promise<World>
  readonly off: () => Promise<World>
  readonly withoutHost: () => Promise<World>
}

const table = (of: readonly Situation['of'][]) =>
  Object.fromEntries(
    (Object.keys(situations) as Name[])
      .filter((key) => of.includes(situations[key].of))
      .map((key) => [key, key]),
  )

function servedFault(key: Name): string {
  const { of, binding, later }: Situation = situations[key]
  if (of === 'host') return 'claims-of-host-served-once'
  if (later === 'claim') return 'claims-of-later-not-provisioned'
  return binding === 'Immediate' ? 'dynamic-provisioning-missing' : 'late-claims-not-provisioned'
}

/** The situations in which claims get their volumes, or none. */
export function situationRules(
  { on, off, withoutHost }: Worlds,
  { dynamic, hostPath }: Readonly<Record<'dynamic' | 'hostPath', string>>,
): void {
  fieldRule(
    {
      field: dynamic,
      aspect: 'each-claim',
      says: 'It is used for each claim, also one that waits for its first consumer, and whenever the claim comes.',
    },
    () => {
      test
        .for(table(['foreign']))('has %s served by the provisioner of its class', async (key) => {
          demandFields(dynamic)
          const { api } = await on()
          complete(api, key)

          expect(await comesTrue(() => isServed(api, key), withinMs)).toBe(true)
        })
        .sees(servedFault)

      test
        .for(table(['foreign', 'host']))('leaves %s without a volume at false', async (key) => {
          demandFields(dynamic)
          await expectUnserved(await off(), key)
        })
        .sees((key) =>
          situations[key].binding === 'Immediate'
            ? 'field-ignored-persistent-volume-binder-controller-volume-configuration-enable-dynamic-provisioning'
            : 'late-claims-provisioned-always',
        )
    },
  )

  fieldRule(
    {
      field: hostPath,
      aspect: 'each-claim',
      says: 'It is used for each claim, also one that waits for its first consumer, and whenever the claim comes.',
    },
    () => {
      test
        .for(table(['host']))('makes a volume of a directory for %s', async (key) => {
          demandFields(hostPath)
          const { api } = await on()
          complete(api, key)
          const served = await comesTrue(() => isServed(api, key), withinMs)
          removeHostPaths(api)

          expect(served).toBe(true)
        })
        .sees(servedFault)

      test
        .for(table(['host']))('makes none for %s at false', async (key) => {
          demandFields(hostPath)
          await expectUnserved(await withoutHost(), key)
        })
        .sees('host-path-provisioning-always')
    },
  )
}
