import { formerly } from '#kit'
import type { FlagSet } from './flag-sets.ts'

const staticPolicyFlags = {
  '--memory-manager-policy': 'Static',
  '--orch-reserved': 'memory=100Mi',
  '--eviction-hard': 'memory.available<100Mi',
}
const staticWithSystemReserved = {
  ...staticPolicyFlags,
  '--system-reserved': 'memory=50Mi',
  '--eviction-hard': 'memory.available<80Mi',
}

/** Combinations of flags for the memory of NUMA nodes. */
export const memorySets: readonly FlagSet[] = [
  {
    id: 'agent.flag.reserved-memory.total',
    flag: '--reserved-memory',
    aspect: 'total',
    says: 'The memory of all NUMA nodes is that of the reservations and of eviction together.',
    acceptedFlags: { ...staticPolicyFlags, '--reserved-memory': '0:memory=200Mi' },
    refusedCases: {
      'reserved memory below the sum': formerly('less than that', {
        flags: { ...staticPolicyFlags, '--reserved-memory': '0:memory=100Mi' },
        fault: 'reserved-memory-total-unchecked',
        subject: 'memory',
      }),
      'reserved memory above the sum': formerly('more than that', {
        flags: { ...staticPolicyFlags, '--reserved-memory': '0:memory=300Mi' },
        fault: ['reserved-memory-total-unchecked', 'reserved-memory-may-be-more'],
        subject: 'memory',
      }),
    },
  },
  {
    id: 'agent.flag.reserved-memory.both',
    flag: '--reserved-memory',
    aspect: 'both reservations',
    says: 'The memory of --system-reserved is part of that sum, as is that of --orch-reserved.',
    acceptedFlags: { ...staticWithSystemReserved, '--reserved-memory': '0:memory=230Mi' },
    refusedCases: {
      'reserved memory without the memory of --system-reserved': formerly(
        'the sum without that of --system-reserved',
        {
          flags: { ...staticWithSystemReserved, '--reserved-memory': '0:memory=180Mi' },
          fault: ['reserved-memory-total-unchecked', 'reserved-memory-of-one-flag'],
          subject: 'memory',
        },
      ),
      'reserved memory without the memory of --orch-reserved': formerly(
        'the sum without that of --orch-reserved',
        {
          flags: { ...staticWithSystemReserved, '--reserved-memory': '0:memory=130Mi' },
          fault: 'reserved-memory-total-unchecked',
          subject: 'memory',
        },
      ),
      'reserved memory without the memory of --eviction-hard': formerly(
        'the sum without that of --eviction-hard',
        {
          flags: { ...staticWithSystemReserved, '--reserved-memory': '0:memory=150Mi' },
          fault: 'reserved-memory-total-unchecked',
          subject: 'memory',
        },
      ),
    },
  },
  {
    id: 'agent.flag.reserved-memory.each-type',
    flag: '--reserved-memory',
    aspect: 'each type',
    says: 'The total of each type of memory is that of the reservations, also of a later type or entry.',
    acceptedFlags: { ...staticPolicyFlags, '--reserved-memory': '0:memory=200Mi' },
    refusedCases: {
      'more memory of a second type than is reserved': formerly('more of a second type than is reserved', {
        flags: { ...staticPolicyFlags, '--reserved-memory': '0:memory=200Mi,hugepages-2Mi=2Mi' },
        fault: 'reserved-memory-types-unchecked',
        subject: 'hugepages-2Mi',
      }),
      'more memory in a second entry than is reserved': formerly('more in a second entry than is reserved', {
        flags: { ...staticPolicyFlags, '--reserved-memory': ['0:memory=200Mi', '0:hugepages-2Mi=2Mi'] },
        fault: 'reserved-memory-types-unchecked',
        subject: 'hugepages-2Mi',
      }),
    },
  },
]
