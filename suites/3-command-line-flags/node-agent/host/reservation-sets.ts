import { formerly } from '#kit'
import type { FlagSet } from './flag-sets.ts'

const reservedLevels = [
  'system-reserved',
  'system-reserved-compressible',
  'orch-reserved',
  'orch-reserved-compressible',
] as const
const enforcementFlags = (levels: string) => ({
  '--enforce-node-allocatable': levels,
  '--cgroups-per-qos': true,
  '--system-reserved-cgroup': '/system-reserved',
  '--orch-reserved-cgroup': '/orch-reserved',
})

/** Combinations of reservation flags. */
export const reservations: readonly FlagSet[] = [
  {
    id: 'agent.flag.enforce-node-allocatable.none',
    flag: '--enforce-node-allocatable',
    aspect: 'none',
    says: 'Nothing goes together with none.',
    acceptedFlags: { '--enforce-node-allocatable': 'none' },
    refusedCases: {
      'the level none together with pods': formerly('none beside a level', {
        flags: { '--enforce-node-allocatable': 'none,pods', '--cgroups-per-qos': true },
        fault: 'none-beside-others',
        subject: 'none',
      }),
      ...Object.fromEntries(
        reservedLevels.map((level) => [
          `the level none together with ${level}`,
          formerly(`none next to ${level}`, {
            flags: enforcementFlags(`none,${level}`),
            fault: 'none-beside-reservations',
            subject: 'none',
          }),
        ]),
      ),
      'the level none after system-reserved': formerly('none as the last of two', {
        flags: enforcementFlags('system-reserved,none'),
        fault: 'none-beside-reservations',
        subject: 'none',
      }),
    },
  },
  {
    id: 'agent.flag.enforce-node-allocatable.cgroups',
    flag: '--enforce-node-allocatable',
    aspect: 'cgroups',
    says: 'The levels of a reservation need its cgroup.',
    acceptedFlags: { '--enforce-node-allocatable': 'none' },
    refusedCases: {
      'the level system-reserved without its cgroup': formerly(
        'a reservation for the system without its cgroup',
        {
          flags: { '--enforce-node-allocatable': 'system-reserved', '--cgroups-per-qos': true },
          fault: 'system-reserved-without-cgroup',
          subject: 'system-reserved-cgroup',
        },
      ),
      'the level orch-reserved without its cgroup': formerly('the other one without its cgroup', {
        flags: { '--enforce-node-allocatable': 'orch-reserved', '--cgroups-per-qos': true },
        fault: 'orch-reserved-without-cgroup',
        subject: 'orch-reserved-cgroup',
      }),
      'the level system-reserved-compressible without its cgroup': formerly(
        'what can be compressed of the first without its cgroup',
        {
          flags: { '--enforce-node-allocatable': 'system-reserved-compressible', '--cgroups-per-qos': true },
          fault: 'system-reserved-compressible-without-cgroup',
          subject: 'system-reserved-cgroup',
        },
      ),
      'the level orch-reserved-compressible without its cgroup': formerly(
        'what can be compressed of the other one without its cgroup',
        {
          flags: { '--enforce-node-allocatable': 'orch-reserved-compressible', '--cgroups-per-qos': true },
          fault: 'orch-reserved-compressible-without-cgroup',
          subject: 'orch-reserved-cgroup',
        },
      ),
    },
  },
  {
    id: 'agent.flag.system-reserved.names',
    flag: '--system-reserved',
    aspect: 'names',
    says: 'CPU, memory, process ids and local storage can be reserved, and nothing else.',
    acceptedFlags: { '--system-reserved': 'cpu=100m,memory=50Mi,ephemeral-storage=1Mi,pid=100' },
    refusedCases: {
      'a reservation of an unknown resource': formerly('another resource', {
        flags: { '--system-reserved': 'cpu=100m,patience=1' },
        fault: 'system-reserved-name-unchecked',
        subject: 'patience',
      }),
    },
  },
  {
    id: 'agent.flag.orch-reserved.names',
    flag: '--orch-reserved',
    aspect: 'names',
    says: 'CPU, memory, process ids and local storage can be reserved, and nothing else.',
    acceptedFlags: { '--orch-reserved': 'cpu=100m,memory=50Mi,ephemeral-storage=1Mi,pid=100' },
    refusedCases: {
      'a reservation of an unknown resource': formerly('another resource', {
        flags: { '--orch-reserved': 'cpu=100m,patience=1' },
        fault: 'orch-reserved-name-unchecked',
        subject: 'patience',
      }),
    },
  },
]
