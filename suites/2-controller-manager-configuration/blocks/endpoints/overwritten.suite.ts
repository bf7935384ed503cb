import { becomesTrue, expect, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import {
  fixtures,
  limits,
  maxEndpointsField,
  maxMirroredField,
  ownAddresses,
  pods,
} from './limits-fixtures.ts'
import { mirroredAddresses } from './mirrors.ts'
import { reconciledWithinMs } from '../requests.ts'

const belongsTo = (service: string) => (slice: { metadata: { labels?: Readonly<Record<string, string>> } }) =>
  Object.values(slice.metadata.labels ?? {}).includes(service)

/** Overwrites the slice of a service with more endpoints than the service has. */
function overwriteSlice(api: ApiServer, service: string): void {
  const [slice] = api.hand.list('endpointslices', 'default').filter(belongsTo(service))
  const endpoints = Array.from({ length: pods }, (_, index) => ({ addresses: [`203.0.113.${index + 1}`] }))
  api.hand.patch({ resource: 'endpointslices', name: slice?.metadata.name ?? '' }, { endpoints })
}

const fields = {
  [maxEndpointsField]: { service: 'overwritten', own: (number: number) => `192.0.2.${number}` },
  [maxMirroredField]: { service: 'overwritten-mirror', own: (number: number) => `198.51.100.${number}` },
}

for (const [field, { service, own }] of Object.entries(fields))
  declareFieldRule(
    {
      field,
      aspect: 'overwritten',
      says: 'A slice into which others write other endpoints, and more of them, has its endpoints again, each time.',
    },
    () => {
      test
        .for(limits)({ title: 'restores slices at a limit of %s', id: 'restores-at-%s' }, async (limit) => {
          requireFields(field)
          const { api } = await fixtures[limit]!()
          const expectedAddresses = Array.from({ length: ownAddresses }, (_, index) => own(index + 1))
          const currentAddresses = () => [...mirroredAddresses(api, service)].toSorted()
          const isRestored = () => JSON.stringify(currentAddresses()) === JSON.stringify(expectedAddresses)
          await becomesTrue(isRestored, reconciledWithinMs)
          expect(currentAddresses(), 'addresses at first').toEqual(expectedAddresses)
          for (const ordinal of ['first', 'second']) {
            overwriteSlice(api, service)
            expect(isRestored(), `the addresses are wrong for the ${ordinal} time`).toBe(false)
            await becomesTrue(isRestored, reconciledWithinMs)
            expect(currentAddresses(), `addresses after the ${ordinal} change`).toEqual(expectedAddresses)
          }
        })
        .sees('slices-of-others-kept')
    },
  )
