import { becomesTrue, expect, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, fieldRule } from '../field.ts'
import { fixtures, limits, maxEach, maxMirrored, ownAddresses, pods, withinMs } from './limits-fixtures.ts'
import { mirroredAddresses } from './mirrors.ts'

const isOf = (service: string) => (slice: { metadata: { labels?: Readonly<Record<string, string>> } }) =>
  Object.values(slice.metadata.labels ?? {}).includes(service)

/** Replaces the endpoints of the slice of a service by more endpoints, which the service does not have. */
function overwrite(api: ApiServer, service: string): void {
  const [slice] = api.hand.list('endpointslices', 'default').filter(isOf(service))
  const endpoints = Array.from({ length: pods }, (_, index) => ({ addresses: [`203.0.113.${index + 1}`] }))
  api.hand.patch({ resource: 'endpointslices', name: slice?.metadata.name ?? '' }, { endpoints })
}

const fields = {
  [maxEach]: { service: 'overwritten', own: (number: number) => `192.0.2.${number}` },
  [maxMirrored]: { service: 'overwritten-mirror', own: (number: number) => `198.51.100.${number}` },
}

for (const [field, { service, own }] of Object.entries(fields))
  fieldRule(
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
          const wanted = Array.from({ length: ownAddresses }, (_, index) => own(index + 1))
          const seen = () => [...mirroredAddresses(api, service)].toSorted()
          const isRight = () => JSON.stringify(seen()) === JSON.stringify(wanted)
          await becomesTrue(isRight, withinMs)
          expect(seen(), 'addresses at first').toEqual(wanted)
          for (const time of ['first', 'second']) {
            overwrite(api, service)
            expect(isRight(), `the addresses are wrong for the ${time} time`).toBe(false)
            await becomesTrue(isRight, withinMs)
            expect(seen(), `addresses after the ${time} change`).toEqual(wanted)
          }
        })
        .sees('slices-of-others-kept')
    },
  )
