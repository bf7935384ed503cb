import { formerly } from '#kit'
import type { FlagSet } from './flag-sets.ts'

const servingFlags = { '--enable-server': true }

/** Combinations of flags that belong to no other list of flag sets. */
export const otherFlagSets: readonly FlagSet[] = [
  {
    id: 'agent.flag.qos-reserved.values',
    flag: '--qos-reserved',
    aspect: 'values',
    says: 'Percentages of memory can be reserved for better pods, with the gate QOSReserved.',
    acceptedFlags: { '--qos-reserved': 'memory=50%', '--feature-gates': 'QOSReserved=true' },
    refusedCases: {
      'a percentage of a resource other than memory': formerly('another resource', {
        flags: { '--qos-reserved': 'cpu=50%', '--feature-gates': 'QOSReserved=true' },
        fault: 'qos-reserved-name-unchecked',
        subject: 'cpu',
      }),
      'more than 100 percent': formerly('more than everything', {
        flags: { '--qos-reserved': 'memory=101%', '--feature-gates': 'QOSReserved=true' },
        fault: 'qos-reserved-share-unchecked',
        subject: 'percentage',
      }),
      'the flag without its gate': formerly('it without its gate', {
        flags: { '--qos-reserved': 'memory=50%', '--feature-gates': 'QOSReserved=false' },
        fault: 'qos-reserved-without-gate',
        subject: 'QOSReserved',
      }),
    },
  },
  {
    id: 'agent.flag.reserved-cpus.cgroups',
    flag: '--reserved-cpus',
    aspect: 'pair',
    says: '--reserved-cpus takes the place of counts of CPUs; it names CPUs that there are.',
    acceptedFlags: { '--reserved-cpus': '0' },
    refusedCases: {
      'CPUs that do not exist': formerly('CPUs that there are not', {
        flags: { '--reserved-cpus': '4095' },
        fault: 'reserved-cpus-unchecked',
        subject: 'reserved-cpus',
      }),
    },
  },
  {
    id: 'agent.flag.cpu-manager-policy.static',
    flag: '--cpu-manager-policy',
    aspect: 'static',
    says: 'The policy static leaves CPUs for the system, which are reserved.',
    acceptedFlags: { '--cpu-manager-policy': 'static', '--reserved-cpus': '0' },
    refusedCases: {
      'the policy static without reserved CPUs': formerly('it without reserved CPUs', {
        flags: { '--cpu-manager-policy': 'static' },
        fault: 'static-cpus-without-reservation',
        subject: 'static',
      }),
    },
  },
  {
    id: 'agent.flag.rotate-server-certificates.gate',
    flag: '--rotate-server-certificates',
    aspect: 'gate',
    says: 'Serving certificates are requested only if RotateOrchletServerCertificate is enabled.',
    acceptedFlags: {
      '--rotate-server-certificates': false,
      '--feature-gates': 'RotateOrchletServerCertificate=false',
    },
    refusedCases: {
      'the flag without the gate': formerly('to ask for them without it', {
        flags: {
          '--rotate-server-certificates': true,
          '--feature-gates': 'RotateOrchletServerCertificate=false',
        },
        fault: 'rotate-server-certificates-without-gate',
        subject: 'RotateOrchletServerCertificate',
      }),
    },
  },
  {
    id: 'agent.flag.runonce.server',
    flag: '--runonce',
    aspect: 'pair',
    says: 'An agent that ends when its pods have begun does not serve.',
    acceptedFlags: servingFlags,
    refusedCases: {
      '--runonce together with --enable-server': formerly('both together', {
        flags: { ...servingFlags, '--runonce': true },
        fault: 'runonce-beside-server',
        subject: 'runonce',
      }),
    },
  },
  {
    id: 'agent.flag.node-ip.pair',
    flag: '--node-ip',
    aspect: 'pair',
    says: 'A node has one address, or one of each family.',
    acceptedFlags: { '--node-ip': '192.0.2.7,fd00::7' },
    refusedCases: {
      'two IPv4 addresses': formerly('two of one family', {
        flags: { '--node-ip': '192.0.2.7,192.0.2.8' },
        fault: 'node-ip-pair-unchecked',
        subject: 'node-ip',
      }),
      'two IPv6 addresses': formerly('two of the other family', {
        flags: { '--node-ip': 'fd00::7,fd00::8' },
        fault: 'node-ip-pair-unchecked',
        subject: 'node-ip',
      }),
      'three addresses': formerly('three', {
        flags: { '--node-ip': '192.0.2.7,fd00::7,192.0.2.8' },
        fault: 'node-ip-pair-unchecked',
        subject: 'node-ip',
      }),
    },
  },
]
