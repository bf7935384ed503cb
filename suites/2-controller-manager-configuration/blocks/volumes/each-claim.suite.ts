import { becomesTrue, expect, test } from '#kit'
import { requireFields, fieldRule } from '../field.ts'
import { untilQuiet, type ManagerFixture } from '../fixture.ts'
import { isBound, putClaim, putVolume, removeHostPaths } from './claims.ts'
import { dynamic, hostPath, off, on, withoutHost } from './provisioners.ts'
import { complete, isServed, type Name, nameOf, type Situation, situations } from './situations.ts'

const withinMs = 10_000

/** Completes a claim, and expects that it has no volume although a later claim is bound. */
async function expectUnserved({ api }: ManagerFixture, key: Name): Promise<void> {
  complete(api, key)
  const laterName = `after-${nameOf(key)}`
  putVolume(api, laterName, laterName)
  putClaim(api, laterName, laterName)
  const isSeen = await becomesTrue(() => isBound(api, laterName), withinMs)
  await untilQuiet(() => Number(isServed(api, key)), 2_000)

  expect(isSeen, 'whether claims are bound').toBe(true)
  const served = isServed(api, key)
  removeHostPaths(api)
  expect(served).toBe(false)
}

const table = (of: readonly Situation['of'][]) =>
  Object.fromEntries(
    (Object.keys(situations) as Name[])
      .filter((key) => of.includes(situations[key].of))
      .map((key) => [key, key]),
  )

function servedFault(key: Name): string {
  const { of, binding, later }: Situation = situations[key]
  if (of === 'host') return 'claims-of-host-served-early-alone'
  if (later === 'claim') return 'claims-of-later-not-provisioned'
  return binding === 'Immediate' ? 'dynamic-provisioning-missing' : 'late-claims-not-provisioned'
}

fieldRule(
  {
    field: dynamic,
    aspect: 'each-claim',
    says: 'It is used for each claim, also one that waits for its first consumer, and whenever the claim comes.',
  },
  () => {
    test
      .for(table(['foreign']))(
        {
          title: 'the provisioner of the class serves %s',
          id: 'has %s served by the provisioner of its class',
        },
        async (key) => {
          requireFields(dynamic)
          const { api } = await on()
          complete(api, key)

          expect(await becomesTrue(() => isServed(api, key), withinMs)).toBe(true)
        },
      )
      .sees(servedFault)

    test
      .for(table(['foreign', 'host']))(
        {
          title: 'provisions no volume for %s when EnableDynamicProvisioning is false',
          id: 'leaves %s without a volume at false',
        },
        async (key) => {
          requireFields(dynamic)
          await expectUnserved(await off(), key)
        },
      )
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
      .for(table(['host']))(
        { title: 'creates a volume from a directory for %s', id: 'makes a volume of a directory for %s' },
        async (key) => {
          requireFields(hostPath)
          const { api } = await on()
          complete(api, key)
          const served = await becomesTrue(() => isServed(api, key), withinMs)
          removeHostPaths(api)

          expect(served).toBe(true)
        },
      )
      .sees(servedFault)

    test
      .for(table(['host']))(
        {
          title: 'creates no volume for %s when EnableHostPathProvisioning is false',
          id: 'makes none for %s at false',
        },
        async (key) => {
          requireFields(hostPath)
          await expectUnserved(await withoutHost(), key)
        },
      )
      .sees('host-path-provisioning-always')
  },
)
