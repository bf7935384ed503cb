import { accepts, refuses } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { declareFieldRule } from '../field.ts'
import { expectAccepts, expectRefuses } from '../refusals.ts'
import {
  blocks,
  bothRanges,
  bothServices,
  clusterRangeFields,
  secondServicesField,
  servicesField,
  watchedResources,
} from './node-ranges.ts'

declareFieldRule(
  {
    field: secondServicesField,
    aspect: 'other-family',
    says: 'The second range for services is of another IP family than the first.',
  },
  () => {
    const spec = (second: string, first: string = bothServices[servicesField]) => ({
      blocks,
      fields: { ...clusterRangeFields(bothRanges), [servicesField]: first, [secondServicesField]: second },
      watchedResources,
    })

    accepts(
      {
        title: 'an IPv6 range together with an IPv4 range',
        id: 'an IPv6 range beside an IPv4 one',
      },
      async () => {
        await expectAccepts(spec('fd00:10::/112'), secondServicesField)
      },
    ).sees('second-service-range-refused')

    accepts(
      { title: 'an IPv4 range together with an IPv6 range', id: 'an IPv4 range together with an IPv6 one' },
      async () => {
        await expectAccepts(spec('10.0.0.0/24', 'fd00:10::/112'), secondServicesField)
      },
    ).sees('second-service-range-refused')

    refuses
      .for({ IPv4: ['10.0.1.0/24'], IPv6: ['fd00:20::/112', 'fd00:10::/112'] } as const)(
        'a second %s range',
        async ([second, first]) => expectRefuses(spec(second, first), secondServicesField),
      )
      .sees(
        'second-service-range-of-same-family-accepted',
        ignoringFault(servicesField),
        ignoringFault(secondServicesField),
      )
  },
)
