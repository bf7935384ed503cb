import { keys, sentences } from '../../rows.ts'
import type { FlagRow, Section } from '../../shape.ts'
import { agentNode } from '../between/agent-node.ts'
import { agentPods } from '../between/agent-pods.ts'
import { aToD } from './a-to-d.ts'
import { eToG } from './e-to-g.ts'
import { hToK } from './h-to-k.ts'
import { lToO } from './l-to-o.ts'
import { pToR } from './p-to-r.ts'
import { sToV } from './s-to-v.ts'

/** Every flag of the node agent. */
export const agentRows: readonly FlagRow[] = [...aToD, ...eToG, ...hToK, ...lToO, ...pToR, ...sToV]

export const agentFlags: Section = {
  document: 3,
  section: 'Node agent flags',
  program: 'node-agent',
  rows: [...agentRows, ...sentences('flags marked C or R')],
  between: [...agentNode, ...agentPods],
}

export const nodeLabels: Section = {
  document: 3,
  section: 'Node labels',
  program: 'node-agent',
  page: { address: 'reference/labels-annotations-taints/' },
  rows: keys(
    'orchlet.orch.io',
    'node.orch.io',
    'beta.orch.io/arch',
    'beta.orch.io/instance-type',
    'beta.orch.io/os',
    'failure-domain.beta.orch.io/region',
    'failure-domain.beta.orch.io/zone',
    'orch.io/arch',
    'orch.io/hostname',
    'orch.io/os',
    'node.orch.io/instance-type',
    'topology.orch.io/region',
    'topology.orch.io/zone',
  ),
}
