import { currentCheck, expect, rulesOf, says, test, formerly } from '#kit'
import { agentOutcome } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const { must, unspecified } = rulesOf({ program: 'node-agent', overlaps: true })

/** Observes whether a value is refused. A crash fails the check. */
async function observeOutcome(flags: Readonly<Record<string, string>>): Promise<void> {
  const { outcome } = await agentOutcome({ flags })
  currentCheck().observe('outcome', outcome)
  expect(outcome).toBeOneOf(['ready', 'refused'])
}

unspecified('agent.node.addresses.open', flagRow('--node-ip', 'values that are no address'), () => {
  says('Unspecified: whether --node-ip accepts a value that is no IP address.')
  test.for({
    'a string that is not an address': formerly('a word', 'no-address'),
    'an address and a string that is not an address': formerly(
      'an address and a word',
      '192.0.2.7,no-address',
    ),
  })('observes the start with %s', (value) => observeOutcome({ '--node-ip': value }))
})

unspecified('agent.pods.dns.open', flagRow('--cluster-dns', 'values that are no address'), () => {
  says('Unspecified: whether --cluster-dns accepts a value that is no IP address.')
  test.for({
    'a string that is not an address': formerly('a word', 'no-address'),
    'an address and a string that is not an address': formerly(
      'an address and a word',
      '10.0.0.10,no-address',
    ),
  })('observes the start with %s', (value) => observeOutcome({ '--cluster-dns': value }))
})

unspecified(
  'agent.runtime.endpoint.open',
  flagRow('--container-runtime-endpoint', 'values that are no socket'),
  () => {
    says(
      'Unspecified: whether --container-runtime-endpoint accepts an empty value and one that is no socket.',
    )
    test.for({ 'an empty value': '', 'a string that is not an address': formerly('a word', 'no-socket') })(
      'observes the start with %s',
      (value) => observeOutcome({ '--container-runtime-endpoint': value }),
    )
  },
)

must('agent.eviction.reclaim-zero', flagRow('--eviction-minimum-reclaim', '0'), () => {
  says('--eviction-minimum-reclaim may be 0: it has no lower bound but that of an amount.')
  test({ title: 'starts with a value of 0', id: 'accepts 0' }, async () => {
    const { outcome } = await agentOutcome({ flags: { '--eviction-minimum-reclaim': 'memory.available=0' } })
    expect(outcome).toBe('ready')
  }).sees('minimum-reclaim-zero-refused')
})

const reclaimValues = {
  'a negative amount': 'memory.available=-300Mi',
  'a malformed percentage': 'memory.available=10..5%',
  'an empty amount': 'memory.available=',
  'an unknown signal': 'memory.unknown=1Mi',
}

unspecified(
  'agent.eviction.reclaim.open',
  flagRow('--eviction-minimum-reclaim', 'values that are no amount'),
  () => {
    says(
      'Unspecified: whether --eviction-minimum-reclaim accepts values that are no amount, and unknown signals.',
    )
    test.for(reclaimValues)('observes the start with %s', (value) =>
      observeOutcome({ '--eviction-minimum-reclaim': value }),
    )
  },
)
