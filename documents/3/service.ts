import { rowsWith, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'

const agent = { program: 'node-agent' } as const

export const service: Section = {
  document: 3,
  section: 'What the service does',
  rows: [
    ...sentences('API server'),
    ...rowsWith(
      agent,
      sentences(
        'node agent: registration',
        'node agent: pods',
        'node agent: sources of pod specifications',
        'node agent: containers of others',
        'node agent: --orchconfig',
      ),
    ),
  ],
}
