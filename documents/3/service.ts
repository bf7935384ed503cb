import { sentence, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'

const agent = { program: 'node-agent' } as const

export const service: Section = {
  document: 3,
  section: 'What the service does',
  rows: [
    ...sentences('API server'),
    sentence('node agent: registration', agent),
    sentence('node agent: pods', agent),
    sentence('node agent: sources of pod specifications', agent),
    sentence('node agent: containers of others', agent),
    sentence('node agent: --orchconfig', agent),
  ],
}
