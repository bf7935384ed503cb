import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import { targetDialect } from '../../shared/dialect.ts'
import { expectAgentAccepted, expectAgentRefusal } from '../../shared/node-agent.ts'
import {
  allowedNames,
  allowedPrefixes,
  otherDomainLabels,
  forbiddenLabels,
  longerLabel,
  similarDomainLabel,
} from './labels.ts'
import { sharedNode } from './node.ts'
import { agentFlagRow as flagRow } from '../../shared/flags/place.ts'

const { must } = rulesOf({ program: 'node-agent' })

const labelFaults: Readonly<Record<string, readonly string[]>> = {
  [similarDomainLabel]: ['node-label-of-like-domain-accepted'],
  [longerLabel]: ['node-label-of-longer-name-accepted'],
}

const section = 'Node labels'
const groups = {
  names: {
    keys: allowedNames,
    source: { document: 3, section, rows: allowedNames } as const,
    says: 'A node may be given the labels of the own domain that the documents list by name.',
    fault: 'node-label-name-refused',
  },
  prefixes: {
    keys: allowedPrefixes,
    source: { document: 3, section, rows: ['orchlet.orch.io', 'node.orch.io'] } as const,
    says: 'A node may be given any label of the own domain below the listed prefixes.',
    fault: 'node-label-prefix-refused',
  },
  elsewhere: {
    keys: otherDomainLabels,
    source: flagRow('--node-labels', 'elsewhere'),
    says: 'A node may be given any label of another domain, or of none.',
    fault: 'node-label-elsewhere-refused',
  },
}

for (const [group, { keys, says: sentence, fault, source }] of Object.entries(groups)) {
  const node = sharedNode(() => ({ '--node-labels': keys.map((key, index) => `${key}=v${index}`).join(',') }))
  must(`agent.labels.${group}`, source, () => {
    says(sentence)
    test
      .for(Object.fromEntries(keys.map((key, index) => [key, { key, value: `v${index}` }])))(
        'gives the node the label %s',
        async ({ key, value }) => {
          const object = await node()
          expect(object?.metadata.labels?.[targetDialect().text(key)]).toBe(value)
        },
      )
      .sees(fault)
  })
}

must('agent.labels.forbidden', { ...flagRow('--node-labels', 'forbidden'), overlaps: true }, () => {
  says('Labels of the own domain need an allowed prefix or name.')
  accepts({ title: 'a label with an allowed name', id: 'an allowed name' }, () =>
    expectAgentAccepted({ flags: { '--node-labels': 'orch.io/arch=a' } }),
  )

  refuses
    .for(forbiddenLabels)('%s', (key) =>
      expectAgentRefusal({ flags: { '--node-labels': `${key}=a` } }, '--node-labels'),
    )
    .sees((key) => labelFaults[key] ?? [], 'node-label-of-domain-accepted')
})
