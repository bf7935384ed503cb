import { becomesTrue, expect, formerly, test } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { untilQuiet, type ManagerFixture } from '../fixture.ts'
import { isBound, putClaim, putVolume, removeHostPaths } from './claims.ts'
import {
  dynamicField,
  hostPathField,
  disabledProvisioner,
  enabledProvisioner,
  withoutHostPath,
} from './provisioners.ts'
import {
  completeSituation,
  isServed,
  type SituationName,
  nameOf,
  type ClaimSituation,
  situations,
} from './situations.ts'
import { reconciledWithinMs } from '../requests.ts'

/** Completes a claim, and expects that it has no volume although a later claim is bound. */
async function expectUnserved({ api }: ManagerFixture, key: SituationName): Promise<void> {
  completeSituation(api, key)
  const laterVolume = `after-${nameOf(key)}`
  putVolume(api, laterVolume, laterVolume)
  putClaim(api, laterVolume, laterVolume)
  const isLaterBound = await becomesTrue(() => isBound(api, laterVolume), reconciledWithinMs)
  await untilQuiet(() => Number(isServed(api, key)), 2_000)

  expect(isLaterBound, 'whether claims are bound').toBe(true)
  const wasServed = isServed(api, key)
  removeHostPaths(api)
  expect(wasServed).toBe(false)
}

const table = (kinds: readonly ClaimSituation['provisioner'][]) =>
  Object.fromEntries(
    (Object.keys(situations) as SituationName[])
      .filter((key) => kinds.includes(situations[key].provisioner))
      .map((key) => [key.replace('a claim of the host', 'a host path claim'), formerly(key, key)]),
  )

function servedFault(key: SituationName): string {
  const { provisioner, binding, laterPart }: ClaimSituation = situations[key]
  if (provisioner === 'host') return 'claims-of-host-served-early-alone'
  if (laterPart === 'claim') return 'claims-of-later-not-provisioned'
  return binding === 'Immediate' ? 'dynamic-provisioning-missing' : 'late-claims-not-provisioned'
}

declareFieldRule(
  {
    field: dynamicField,
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
          requireFields(dynamicField)
          const { api } = await enabledProvisioner()
          completeSituation(api, key)

          expect(await becomesTrue(() => isServed(api, key), reconciledWithinMs)).toBe(true)
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
          requireFields(dynamicField)
          await expectUnserved(await disabledProvisioner(), key)
        },
      )
      .sees((key) =>
        situations[key].binding === 'Immediate'
          ? 'field-ignored-persistent-volume-binder-controller-volume-configuration-enable-dynamic-provisioning'
          : 'late-claims-provisioned-always',
      )
  },
)

declareFieldRule(
  {
    field: hostPathField,
    aspect: 'each-claim',
    says: 'It is used for each claim, also one that waits for its first consumer, and whenever the claim comes.',
  },
  () => {
    test
      .for(table(['host']))(
        { title: 'creates a volume from a directory for %s', id: 'makes a volume of a directory for %s' },
        async (key) => {
          requireFields(hostPathField)
          const { api } = await enabledProvisioner()
          completeSituation(api, key)
          const isClaimServed = await becomesTrue(() => isServed(api, key), reconciledWithinMs)
          removeHostPaths(api)

          expect(isClaimServed).toBe(true)
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
          requireFields(hostPathField)
          await expectUnserved(await withoutHostPath(), key)
        },
      )
      .sees('host-path-provisioning-always')
  },
)
